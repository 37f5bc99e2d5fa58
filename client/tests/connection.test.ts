import { beforeEach, describe, expect, test } from "vitest";
import { Connection, type Line } from "../src/connection";
import type { ToClient } from "../src/messages";

class FakeSocket {
  readyState = 0;
  sent: { type: string; id?: number; last?: number | null }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

const WELCOME = { type: "welcome", version: 1, table: "t", place: 0, seq: 1, shared: false, hints: true };

let sockets: FakeSocket[];
let timers: (() => void)[];
let lines: Line[];
let heard: ToClient[];
let time: number;

function connect(): Connection {
  const around = {
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1) as unknown as WebSocket;
    },
    now: () => time,
    later: (task: () => void) => timers.push(task),
    cancel: () => undefined,
  };
  const listener = { message: (each: ToClient) => heard.push(each), line: (line: Line) => lines.push(line) };
  return new Connection({ table: "t", token: "secret", name: "" }, listener, around);
}

beforeEach(() => {
  [sockets, timers, lines, heard, time] = [[], [], [], [], 1e6];
});

describe("a connection", () => {
  test("says hello, and is open when it is welcomed", () => {
    connect();
    sockets[0]?.open();
    expect(sockets[0]?.sent[0]).toMatchObject({ type: "hello", version: 1, table: "t", token: "secret", last: null });
    sockets[0]?.say(WELCOME);
    expect(lines).toEqual(["connecting", "open"]);
  });

  test("comes back, and says what it saw last", () => {
    connect();
    sockets[0]?.open();
    sockets[0]?.say({ type: "state", seq: 7 });
    sockets[0]?.close();
    expect(lines.at(-1)).toBe("lost");
    timers.at(-1)?.();
    sockets[1]?.open();
    expect(sockets[1]?.sent[0]).toMatchObject({ type: "hello", last: 7 });
  });

  test("gives each answer to who asked", async () => {
    const connection = connect();
    sockets[0]?.open();
    const [first, second] = [connection.ask({ type: "hint" }), connection.ask({ type: "undo" })];
    sockets[0]?.say({ type: "done", id: 2, what: "undone" });
    sockets[0]?.say({ type: "hinted", id: 1, position: 0, lines: [], moves: [] });
    expect((await first).type).toBe("hinted");
    expect((await second).type).toBe("done");
  });

  test("leaves no question open when it is lost", async () => {
    const connection = connect();
    sockets[0]?.open();
    const asked = connection.ask({ type: "hint" });
    sockets[0]?.close();
    expect(await asked).toMatchObject({ type: "error", code: "unavailable" });
    expect(await connection.ask({ type: "hint" })).toMatchObject({ code: "unavailable" });
  });

  test("sends no more at once than the server takes", () => {
    const connection = connect();
    sockets[0]?.open();
    for (let each = 0; each < 100; each++) void connection.ask({ type: "undo" });
    expect(sockets[0]?.sent.length).toBe(40);
    expect(timers.length).toBe(61);
    timers[0]?.();
    expect(sockets[0]?.sent.length).toBe(41);
    time += 60_000;
    void connection.ask({ type: "undo" });
    expect(sockets[0]?.sent.length).toBe(42);
  });

  test("does not try again with a link that leads nowhere", () => {
    connect();
    sockets[0]?.open();
    sockets[0]?.say({ type: "error", id: null, code: "token", says: "No such seat." });
    sockets[0]?.close();
    expect(lines.at(-1)).toBe("refused");
    expect(sockets.length).toBe(1);
  });
});
