/* A bot for Duelhall: a rule of thumb for Blade, a random legal move in other games.
   It needs no library to read JSON.
   Try it with: gcc -O2 -o bot @FILE@ && duelhall bot check ./bot --game @GAME@ */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096 };
static struct { const char *text; int length; } legal[MOST]; /* the moves, as JSON writes them */

/* Where the value of a key begins. Quotes inside a text are written \", so no text looks like one. */
static const char *value_of(const char *line, const char *key) {
    for (const char *at = line; (at = strstr(at, key)); at++) {
        const char *behind = at + strlen(key) + strspn(at + strlen(key), " ");
        if (*behind == ':') return behind + 1 + strspn(behind + 1, " ");
    }
    return "";
}

/* Find the texts of the list under "legal", and count them. */
static int read_legal(const char *line) {
    const char *at = value_of(line, "\"legal\"");
    int count = 0;
    while (count < MOST && *(at += strspn(at, "[, ")) == '"') {
        legal[count].text = ++at;
        while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
        legal[count].length = at - legal[count].text;
        at += *at == '"';
        count++;
    }
    return count;
}

/* The lowest number that suffices, or else a Mirror, or else a Bolt; -1 if there is none. */
static int think_of_blade(const char *line, int count) {
    int seat = atoi(value_of(line, "\"seat\"")), score[2] = {0, 0}, best = -1;
    const char *hand = strstr(line, seat ? "\"hand1\"" : "\"hand0\"");
    sscanf(value_of(line, "\"score\""), "[%d ,%d", &score[0], &score[1]);
    for (int i = 0; i < count; i++) {
        int number = atoi(legal[i].text);
        if (number && score[seat] + number > score[!seat])
            if (best < 0 || number < atoi(legal[best].text)) best = i;
    }
    if (best >= 0 || (hand && atoi(value_of(hand, "\"size\"")) == 1))
        return best; /* the last card must not be a Bolt or Mirror */
    for (int i = 0; i < count; i++)
        if (*legal[i].text == 'M' || (*legal[i].text == 'B' && best < 0)) best = i;
    return best;
}

/* Return the index of a legal move: put your own strategy here. `line` is the question.

   @VIEW@ */
static int choose(const char *line, int count, int is_blade) {
    int thought = is_blade ? think_of_blade(line, count) : -1;
    return thought < 0 ? rand() % count : thought;
}

/* Answer line by line until told to quit. Write notes of your own to stderr. */
int main(void) {
    char *line = NULL;
    size_t size = 0;
    int is_blade = 0;
    srand(getpid());
    setvbuf(stdout, NULL, _IOLBF, 0); /* otherwise output would stay in a buffer */
    while (getline(&line, &size, stdin) > 0) {
        const char *type = value_of(line, "\"type\"");
        int count = strncmp(type, "\"decide\"", 8) ? 0 : read_legal(line);
        if (!strncmp(type, "\"quit\"", 6)) break;
        if (!strncmp(type, "\"hello\"", 7)) {
            is_blade = !strncmp(value_of(line, "\"game\""), "\"blade\"", 7);
            puts("{\"type\":\"hello\",\"protocol\":2,\"name\":\"@NAME@\",\"again\":true}");
        }
        if (count) {
            int move = choose(line, count, is_blade);
            printf("{\"type\":\"move\",\"move\":\"%.*s\"}\n", legal[move].length, legal[move].text);
        }
    }
}
