// A line to the server that comes back by itself and says what it has seen already.
import { type ClientHello, type FromClient, type ToClient, SHAPES } from "./messages";

export const VERSION = 1;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const SILENCE = 20_000;

/** How much is sent at once, and every how many milliseconds one more: the server allows a third more. */
const BURST = 40;
const EVERY = 65;

export type Line = "connecting" | "open" | "lost" | "refused";
export type Request = FromClient extends infer Each ? (Each extends { id: number } ? Omit<Each, "id"> : never) : never;
export type Answer = Extract<ToClient, { id: number | null }>;

export interface Listener {
  message(message: ToClient): void;
  line(line: Line): void;
}

/** What a connection needs of a browser, so that tests can bring their own. */
export interface Surroundings {
  open(): WebSocket;
  now(): number;
  later(task: () => void, wait: number): number;
  cancel(timer: number): void;
}

export const BROWSER: Surroundings = {
  open: () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`),
  now: () => performance.now(),
  later: (task, wait) => window.setTimeout(task, wait),
  cancel: (timer) => window.clearTimeout(timer),
};

/** A message with everything that it left out because it is usual. */
export function decode<Message extends ToClient>(message: { type: Message["type"]; [field: string]: unknown }): Message {
  return filled(message, message.type) as Message;
}

function filled(value: unknown, type: string): unknown {
  const shape = SHAPES[type];
  if (!shape || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => filled(each, type));
  const whole: Record<string, unknown> = { ...shape.usual, ...value };
  for (const [field, part] of Object.entries(shape.parts)) whole[field] = filled(whole[field], part);
  return whole;
}

export class Connection {
  private socket: WebSocket | undefined;
  private waits = FIRST_WAIT;
  private timer: number | undefined;
  private pulse: number | undefined;
  private number = 0;
  private last: number | null = null;
  private free = 0;
  private closed = false;
  private readonly asked = new Map<number, (answer: Answer) => void>();
  private readonly hello: Omit<ClientHello, "type" | "version" | "last">;
  private readonly listener: Listener;
  private readonly around: Surroundings;

  constructor(hello: Omit<ClientHello, "type" | "version" | "last">, listener: Listener, around = BROWSER) {
    this.hello = hello;
    this.listener = listener;
    this.around = around;
    this.connect();
  }

  /** Ask for something; what is asked while the line is lost is refused. */
  ask(request: Request): Promise<Answer> {
    const id = ++this.number;
    return new Promise((resolve) => {
      if (this.socket?.readyState !== 1) {
        resolve({ type: "error", id, code: "unavailable", says: "There is no connection to the server." });
        return;
      }
      this.asked.set(id, resolve);
      this.send({ ...request, id } as FromClient);
    });
  }

  /** Try at once, for example when the device has come back to the network. */
  retry(): void {
    if (this.closed || this.socket?.readyState === 1) return;
    this.waits = FIRST_WAIT;
    this.connect();
  }

  close(): void {
    this.closed = true;
    this.forget();
    this.socket?.close();
  }

  private connect(): void {
    this.forget();
    const socket = this.around.open();
    this.socket = socket;
    this.listener.line("connecting");
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.receive(decode(JSON.parse(String(event.data))));
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private greet(): void {
    this.send({ type: "hello", version: VERSION, ...this.hello, last: this.last });
  }

  private receive(message: ToClient): void {
    if (message.type === "welcome") this.arrive();
    if (message.type === "state" || message.type === "waiting") this.last = message.seq;
    if (message.type === "error" && (message.code === "token" || message.code === "version")) this.refuse();
    const waiting = "id" in message && message.id !== null ? this.asked.get(message.id) : undefined;
    if (waiting && "id" in message && message.id !== null) {
      this.asked.delete(message.id);
      waiting(message as Answer);
    }
    this.listener.message(message);
  }

  private arrive(): void {
    this.waits = FIRST_WAIT;
    this.listener.line("open");
    this.beat();
  }

  /** Ask for a sign of life from time to time: a network can be gone without saying so. */
  private beat(): void {
    this.pulse = this.around.later(() => {
      const silent = this.around.later(() => this.socket?.close(), SILENCE / 4);
      void this.ask({ type: "ping" }).then(() => {
        this.around.cancel(silent);
        this.beat();
      });
    }, SILENCE);
  }

  private refuse(): void {
    this.closed = true;
    this.listener.line("refused");
  }

  private lose(): void {
    for (const [id, resolve] of this.asked) {
      resolve({ type: "error", id, code: "unavailable", says: "The connection was lost." });
    }
    this.asked.clear();
    if (this.closed) return;
    this.listener.line("lost");
    this.forget();
    this.timer = this.around.later(() => this.connect(), this.waits);
    this.waits = Math.min(2 * this.waits, LONGEST_WAIT);
  }

  private forget(): void {
    if (this.timer !== undefined) this.around.cancel(this.timer);
    if (this.pulse !== undefined) this.around.cancel(this.pulse);
    this.timer = this.pulse = undefined;
  }

  /** Send at once, or in turn where that would be more than the server takes. */
  private send(message: FromClient): void {
    const now = this.around.now();
    this.free = Math.max(this.free, now - BURST * EVERY) + EVERY;
    const socket = this.socket;
    const go = () => socket?.readyState === 1 && socket.send(JSON.stringify(message));
    if (this.free <= now) go();
    else this.around.later(go, this.free - now);
  }
}
