/* A bot for Duelhall: it plays a random legal move. It needs no library to read JSON.
   Try it with: gcc -O2 -o bot @FILE@ && duelhall bot check ./bot --game @GAME@ */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 4096 };
static struct { const char *text; int length; } legal[MOST]; /* the moves, as JSON writes them */

/* Return the index of a legal move: put your own strategy here. `line` is the question.

   @VIEW@ */
static int choose(const char *line, int count) {
    return rand() % count;
}

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

/* Answer line by line until told to quit. Write notes of your own to stderr. */
int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand(getpid());
    setvbuf(stdout, NULL, _IOLBF, 0); /* otherwise output would stay in a buffer */
    while (getline(&line, &size, stdin) > 0) {
        const char *type = value_of(line, "\"type\"");
        int count = strncmp(type, "\"decide\"", 8) ? 0 : read_legal(line);
        if (!strncmp(type, "\"quit\"", 6)) break;
        if (!strncmp(type, "\"hello\"", 7))
            puts("{\"type\":\"hello\",\"protocol\":2,\"name\":\"@NAME@\",\"again\":true}");
        if (count) {
            int move = choose(line, count);
            printf("{\"type\":\"move\",\"move\":\"%.*s\"}\n", legal[move].length, legal[move].text);
        }
    }
}
