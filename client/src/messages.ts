// Made from docs/reference/web.schema.json by tools/messages.ts; change the types there.

export type FromClient = ClientHello | MoveRequest | PrepareRequest | TryRequest | ForeseeRequest | TellRequest | WhyRequest | HintRequest | ReviewRequest | LookRequest | UndoRequest | ResignRequest | RematchRequest | Reply | RulingRequest | CardRequest | DecksRequest | Ping;

export type ToClient = Welcome | Waiting | SessionState | Presence | Done | Refused | Tried | Foreseen | Happened | Explained | Hinted | Reviewed | Looked | RulingText | CardLines | DeckLines | Error | Pong;

/** The first message: which place at which table this is, and what it has seen already. */
export interface ClientHello {
  type: "hello";
  version: number;
  table: string;
  /** the secret of a place, or of the onlookers */
  token: string;
  /** the last sequence number seen */
  last?: number | null;
  /** what a person wants to be called, in at most 40 letters */
  name?: string;
}

/** Make a move. Before the turn has begun it is taken as prepared. */
export interface MoveRequest {
  type: "move";
  /** chosen by the client, repeated in answers */
  id: number;
  /** in the game's notation */
  move: string;
  /** of the state in which it was decided on */
  position: number;
}

/** A move to be made as soon as it is your turn, if it is legal then; null for none. */
export interface PrepareRequest {
  type: "prepare";
  /** chosen by the client, repeated in answers */
  id: number;
  move: string | null;
}

/** Ask what a move would do, as far as that can be told from what you see. */
export interface TryRequest {
  type: "try";
  /** chosen by the client, repeated in answers */
  id: number;
  /** in the game's notation */
  move: string;
}

/** Ask which of your moves lose at once, as far as that can be told from what you see. */
export interface ForeseeRequest {
  type: "foresee";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** Ask for what a move set off: notable rules, and scenes to step through. */
export interface TellRequest {
  type: "tell";
  /** chosen by the client, repeated in answers */
  id: number;
  /** counted from 1 among the moves that you were told of */
  number: number;
}

/** Ask for the rules that a move followed; number 0 is the deal. */
export interface WhyRequest {
  type: "why";
  /** chosen by the client, repeated in answers */
  id: number;
  /** counted from 1 among the moves that you were told of */
  number: number;
}

/** Ask for the best moves, by what you can see. */
export interface HintRequest {
  type: "hint";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** Ask what the moves of a game that is over were worth, after those that you know of. */
export interface ReviewRequest {
  type: "review";
  /** chosen by the client, repeated in answers */
  id: number;
  /** how many of the game's moves */
  after?: number;
}

/** Ask for the board as it was in a game that is over. */
export interface LookRequest {
  type: "look";
  /** chosen by the client, repeated in answers */
  id: number;
  /** how many of the game's moves */
  after: number;
}

/** Take back your last decision, or ask the other side for it. */
export interface UndoRequest {
  type: "undo";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** Give up the game. */
export interface ResignRequest {
  type: "resign";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** Play another game at this table; a person on the other side is asked. */
export interface RematchRequest {
  type: "rematch";
  /** chosen by the client, repeated in answers */
  id: number;
  /** in the other seat */
  swap?: boolean;
  /** the deal of the game that is over */
  same_deal?: boolean;
}

/** Accept or decline what the other side offers, or withdraw your own offer or invitation. */
export interface Reply {
  type: "reply";
  /** chosen by the client, repeated in answers */
  id: number;
  accept: boolean;
}

/** Ask for the text of a ruling. */
export interface RulingRequest {
  type: "ruling";
  /** chosen by the client, repeated in answers */
  id: number;
  number: string;
}

/** Ask for what is printed on a card. */
export interface CardRequest {
  type: "card";
  /** chosen by the client, repeated in answers */
  id: number;
  name: string;
}

/** Ask for both deck lists. */
export interface DecksRequest {
  type: "decks";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** Ask for a sign of life, and for the server's clock. */
export interface Ping {
  type: "ping";
  /** chosen by the client, repeated in answers */
  id: number;
}

/** The answer to a hello; a state or `waiting` follows, unless the client is up to date. */
export interface Welcome {
  type: "welcome";
  version: number;
  table: string;
  /** which side of the table; null for onlookers */
  place: number | null;
  /** the number of this place's newest state */
  seq: number;
  /** two people play on one device */
  shared: boolean;
  /** whether hints may be asked for */
  hints: boolean;
}

/** What a place knows before anything is dealt: somebody is invited to the other seat. */
export interface Waiting {
  type: "waiting";
  seq: number;
  invitation: Invitation;
}

/** What somebody is invited to. */
export interface Invitation {
  table: string;
  /** whether one can sit down by it */
  status: "open" | "taken" | "withdrawn";
  game: GameInfo;
  /** by seats */
  players: (PlayerInfo)[];
  /** of who is invited */
  seat: number;
  /** by the clock, for each decision */
  move: number | null;
  /** by the clock, for a whole game */
  bank: number | null;
  /** that each move adds to it */
  increment: number;
}

/** What is played. */
export interface GameInfo {
  name: string;
  title: string;
  /** the rule set */
  rules: string;
  /** the game with all its options in one name */
  full_name: string;
  edition: number;
  /** of the seats, where they have some */
  roles: (string)[];
  /** what a person must know before the first move */
  primer: string;
  /** of how moves are written */
  examples: string;
  /** what can be asked for: card texts, deck lists, scenes */
  features: ("cards" | "decks" | "scenes")[];
  /** the path of a module that draws its board; empty if there is none */
  client: string;
}

/** Who sits in a seat. */
export interface PlayerInfo {
  name: string;
  kind: "computer" | "person";
  /** connected; a computer always is */
  present: boolean;
}

/** All that a place knows now. */
export interface SessionState {
  type: "state";
  seq: number;
  game: GameInfo;
  /** of the games at this table */
  round: number;
  /** yours; null for onlookers */
  seat: number | null;
  /** by seats */
  players: (PlayerInfo)[];
  /** to the deal; opened when the game is over */
  commitment: string;
  /** how many moves you were told of */
  position: number;
  /** forget what you were told after this many moves, then add `moves` */
  since: number;
  moves: (ToldMove)[];
  /** who decides; null if the game is over */
  to_move: number | null;
  board: BoardMessage;
  /** the part of its sentence for the seat to move */
  task: string;
  /** the part for everybody, where there are two */
  situation: string;
  /** yours, if it is your decision */
  legal: (LegalMove)[];
  /** what you could do now if it were your turn, to prepare it by the clock */
  preparable: (LegalMove)[];
  /** you can only pass, and need not be asked for it */
  lone_pass: boolean;
  /** you have decided something that may be taken back */
  undo: boolean;
  /** more was taken back than a real game allows */
  practice: boolean;
  clock: ClockState | null;
  offer: Offer | null;
  /** your move for when it is your turn */
  prepared: string | null;
  result: GameResult | null;
}

/** A move, as you may know it. */
export interface ToldMove {
  /** counted from 1 among the moves that you were told of */
  number: number;
  /** who made it */
  seat: number;
  /** in notation */
  move: string;
  /** a sentence: who did what */
  says: string;
  /** made for a player who was late or refused */
  late: boolean;
  /** by a player that is still getting ready */
  stand_in: boolean;
  /** as of a legal move; empty if not all is known */
  kind: string;
  /** what it changed, as data */
  change: Record<string, unknown>;
}

/** The table as you see it, from the top to the bottom. */
export interface BoardMessage {
  /** where the game stands, in words */
  sentence: string;
  /** values by name; each game has its own */
  facts: Record<string, unknown>;
  zones: (ZoneMessage)[];
}

/** A place on the table with its cards, in order where they have one. */
export interface ZoneMessage {
  /** the same in every board of the game */
  id: string;
  /** hand, deck, field, pile, row, grid, stack, ... */
  kind: string;
  /** as you would call it */
  label: string;
  /** whose it is; null where it is nobody's */
  owner: number | null;
  /** how many cards are there */
  size: number;
  cards: (CardMessage)[];
  /** values by name; each game has its own */
  facts: Record<string, unknown>;
}

/** A card, or several that are alike; what is as usual is left out. */
export interface CardMessage {
  /** as moves write it; left out where it is hidden */
  face: string;
  /** in words, where that says more than the face */
  name: string;
  /** up: you see it; down: face down, and you know it; hidden: you do not */
  facing: "down" | "hidden" | "up";
  /** how many such cards there are */
  count: number;
  /** what is special about it */
  marks: (string)[];
  /** the same in every board of the game */
  id: string;
  /** where it is not the zone's owner */
  owner: number | null;
  /** its place in a grid */
  row: number | null;
  /** its place in a grid */
  column: number | null;
  /** values by name; each game has its own */
  facts: Record<string, unknown>;
}

/** A move that you may make. */
export interface LegalMove {
  /** in notation, to be sent back */
  move: string;
  /** what a person would say */
  says: string;
  /** what to touch for it, in order; a button if nothing */
  touches: (TouchMessage)[];
  /** counts it with others: draw, play …; a revision redoes earlier moves */
  kind: string;
}

/** Something on the board to be touched. */
export interface TouchMessage {
  /** the id of a zone */
  zone: string;
  /** the id of a card, or its face; left out for the zone itself */
  card: string;
  /** which of the zone's cards, from 0 */
  at: number | null;
  /** a place in a grid */
  row: number | null;
  /** a place in a grid */
  column: number | null;
}

/** The clock. All times are seconds from when the message was sent. */
export interface ClockState {
  /** for each decision */
  move: number | null;
  /** left for the game, by seats */
  bank: (number)[] | null;
  /** until the turn begins; 0 if it has */
  begins: number;
  /** until it runs out; null if it stands still */
  left: number | null;
}

/** What one side asks of the other. */
export interface Offer {
  /** who asks */
  seat: number;
  what: "rematch" | "undo";
  swap: boolean;
  same_deal: boolean;
}

/** How the game ended. */
export interface GameResult {
  /** null if it was drawn */
  winner: number | null;
  /** the word of the rules for it */
  reason: string;
  /** the same in a sentence */
  says: string;
  ruling: string;
  /** what a player did that cost the game */
  by: string | null;
  points: (number)[];
  opened: Reveal;
}

/** What was hidden, after the game: everything, and how the commitment is checked. */
export interface Reveal {
  board: BoardMessage;
  /** of all chance in the game */
  seed: string;
  /** what was committed to besides the seed */
  salt: string;
}

/** Somebody has come or gone. */
export interface Presence {
  type: "presence";
  players: (PlayerInfo)[];
  onlookers: number;
}

/** A request was carried out; what it changed is told in a state. */
export interface Done {
  type: "done";
  /** chosen by the client, repeated in answers */
  id: number;
  what: "answered" | "begun" | "moved" | "offered" | "prepared" | "resigned" | "revised" | "undone";
}

/** A move that the rules or the moment forbid; nothing has changed, unless it cost the turn. */
export interface Refused {
  type: "refused";
  /** chosen by the client, repeated in answers */
  id: number;
  says: string;
  /** empty if no ruling is to blame */
  ruling: string;
  /** it was the turn's only try */
  late: boolean;
}

/** What a move would do. */
export interface Tried {
  type: "tried";
  /** chosen by the client, repeated in answers */
  id: number;
  /** null if that is not open */
  board: BoardMessage | null;
}

/** Which moves lose at once. */
export interface Foreseen {
  type: "foreseen";
  /** chosen by the client, repeated in answers */
  id: number;
  position: number;
  losing: (LosingMove)[];
}

/** A move that loses at once. */
export interface LosingMove {
  /** in notation */
  move: string;
  /** the word of the rules for it */
  reason: string;
  /** the same in a sentence */
  says: string;
  ruling: string;
}

/** What a move set off, as you may see it. */
export interface Happened {
  type: "happened";
  /** chosen by the client, repeated in answers */
  id: number;
  number: number;
  notable: (RuleFired)[];
  scenes: (SceneMessage)[];
}

/** A rule that fired. */
export interface RuleFired {
  rulings: (string)[];
  says: string;
}

/** A moment of something that happens by itself. */
export interface SceneMessage {
  caption: string;
  rulings: (string)[];
  board: BoardMessage | null;
  /** values by name; each game has its own */
  facts: Record<string, unknown>;
  parts: (SceneMessage)[];
  /** something ends here: a good place to stop */
  pause: boolean;
}

/** The rules that a move followed, as far as you may know of them. */
export interface Explained {
  type: "explained";
  /** chosen by the client, repeated in answers */
  id: number;
  number: number;
  rules: (RuleFired)[];
}

/** The best moves. */
export interface Hinted {
  type: "hinted";
  /** chosen by the client, repeated in answers */
  id: number;
  position: number;
  lines: (string)[];
  /** the best first */
  moves: (HintedMove)[];
  /** found in a hurry, while the player that thinks gets ready */
  makeshift: boolean;
}

/** One of the best moves. */
export interface HintedMove {
  /** in notation */
  move: string;
  /** to win, a draw being half of that */
  chance: number;
  /** what the chance may be off by */
  give_or_take: number;
  /** how often to make it, where that is best left to chance */
  share: number | null;
}

/** What the next moves of a game were worth; the rest can be asked for. */
export interface Reviewed {
  type: "reviewed";
  /** chosen by the client, repeated in answers */
  id: number;
  /** those with something to decide */
  moves: (MoveReview)[];
  /** of the game's moves, how many are looked at */
  done: number;
  /** how many there are */
  total: number;
}

/** What a decision was worth: chances are those of its player, draws being half a win. */
export interface MoveReview {
  /** counted from 1 among all moves of the game */
  number: number;
  /** who decided */
  seat: number;
  played: LegalMove;
  /** by what could be known; perhaps the played one */
  best: LegalMove;
  /** by the best move, as could be known */
  before: number;
  /** by the move played, as could be known */
  after: number;
  /** by the move played, all cards known */
  all_known: number;
  /** what a move is called that gave much away */
  mark: string;
  /** as of a move that you were told of */
  told: number | null;
}

/** The board as it was. */
export interface Looked {
  type: "looked";
  /** chosen by the client, repeated in answers */
  id: number;
  /** as this place could know it */
  board: BoardMessage;
  /** with everything that was hidden */
  opened: BoardMessage;
}

/** A ruling, in Markdown. */
export interface RulingText {
  type: "ruling";
  /** chosen by the client, repeated in answers */
  id: number;
  number: string;
  text: string;
}

/** What is printed on a card. */
export interface CardLines {
  type: "card";
  /** chosen by the client, repeated in answers */
  id: number;
  name: string;
  lines: (string)[];
}

/** Both deck lists, by seats. */
export interface DeckLines {
  type: "decks";
  /** chosen by the client, repeated in answers */
  id: number;
  decks: ((string)[])[];
}

/** A message that cannot be carried out; nothing has changed. */
export interface Error {
  type: "error";
  /** null if the message had none */
  id: number | null;
  code: "bad" | "busy" | "not now" | "slow" | "token" | "unavailable" | "version";
  says: string;
}

/** A sign of life. */
export interface Pong {
  type: "pong";
  /** chosen by the client, repeated in answers */
  id: number;
  /** the server's clock, in seconds */
  now: number;
}

/** A lesson, as `GET /lessons/GAME.json` answers; in its last step there is nothing to do. */
export interface LessonMessage {
  title: string;
  /** in full */
  game: string;
  steps: (LessonStep)[];
}

/** A place in a lesson at which somebody decides, looks at a move, or reads. */
export interface LessonStep {
  says: string;
  /** what leads there, to be shown one after the other; the last one stays */
  moments: (LessonMoment)[];
  foreseen: Foreseen;
  /** by move, as far as that is open */
  tried: Record<string, Tried>;
  /** the moves that are right; it goes on with the first */
  answer: (string)[];
  /** by move, what is said of one to change */
  others: Record<string, string>;
  /** the same of all moves that are not named */
  otherwise: string;
  /** a move to be touched and let go, where there is one */
  touch: string;
}

/** Where a lesson comes to, and what the move that led there set off. */
export interface LessonMoment {
  state: SessionState;
  happened: Happened;
}

/** The answer to `GET /lessons/index.json`. */
export interface LessonsListed {
  lessons: (LessonListed)[];
}

/** A lesson that there is. */
export interface LessonListed {
  game: string;
  /** the title of the game */
  name: string;
  /** the title of the lesson */
  title: string;
}

/** A table that somebody wants to play at; the answer is a `TableMade`. */
export interface TableSetup {
  /** its name, or its name in full */
  game: string;
  rules?: string | null;
  options?: Record<string, string | number>;
  /** a player's name, `friend` by link, or `here` */
  opponent?: string;
  /** yours; null to draw lots */
  seat?: number | null;
  /** what a person wants to be called, in at most 40 letters */
  name?: string;
  clock?: ClockSetup | null;
  /** null: only where no other person plays */
  hints?: boolean | null;
  /** yours: its name, or the text of a deck file */
  deck?: string | null;
  /** the same for the other side */
  opponent_deck?: string | null;
  /** the text of a card file */
  cards?: string | null;
  /** of the other person, where both are on this device */
  other_name?: string;
}

/** How long players may think, in seconds. */
export interface ClockSetup {
  /** for each decision */
  move?: number | null;
  /** for a whole game */
  bank?: number | null;
  /** added to what is left for the game by each move */
  increment?: number;
}

/** A new table, and the secrets of its places; a link to one is `/t/TABLE#TOKEN`. */
export interface TableMade {
  table: string;
  /** of both places, yours first; null unless both are on this device */
  tokens: (string | null)[];
  /** the token of the onlookers */
  watch: string;
  /** of the invitation for a friend; its link is `/i/CODE` */
  code?: string | null;
}

/** Somebody sits down by an invitation; the answer is a `SeatTaken`. */
export interface SeatSetup {
  code: string;
  /** what a person wants to be called, in at most 40 letters */
  name?: string;
}

/** A seat, and its secret, which nobody else is sent; a link to it is `/t/TABLE#TOKEN`. */
export interface SeatTaken {
  table: string;
  token: string;
}

/** Why a request over HTTP was refused. */
export interface Problem {
  says: string;
}

/** The answer to `GET /api/games`. */
export interface GamesOffered {
  version: number;
  games: (GameOffered)[];
}

/** A game that can be played here. */
export interface GameOffered {
  name: string;
  title: string;
  summary: string;
  edition: number;
  roles: (string)[];
  rule_sets: (string)[];
  options: (OptionInfo)[];
  /** that can be opponents */
  players: (string)[];
  /** those that most people want */
  levels: (string)[];
  /** a turn that runs out is no loss: it has a clock of its own */
  clock: boolean;
  /** a card file can be brought */
  cards: boolean;
  /** ready to be chosen */
  decks: (string)[];
  /** of the decks, by their names */
  plans: Record<string, PlanInfo>;
  /** of the rule sets: what they are, in words */
  titles: Record<string, string>;
  /** what a player tries to do, in a sentence */
  aim: string;
  /** that a game takes; 0 if nobody has said */
  minutes: number;
  /** from 1 to 4; 0 if nobody has said */
  difficulty: number;
  /** asks for a seat; empty where the seats are alike */
  side: string;
  /** the answers, by seats */
  sides: (string)[];
  /** clocks of its own, and their seconds for a move */
  paces: Record<string, number>;
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  says: string;
  expected: string;
  /** null where it is data, such as cards */
  allowed: (string | number)[] | null;
  /** by rule set; none where it is data */
  values: Record<string, string | number>;
  /** the same, as people are shown it */
  shown: Record<string, string>;
  rulings: (string)[];
  /** as people are asked it; empty if they are not */
  asks: string;
  /** that they can give, by rule set; each with its words */
  answers: Record<string, (AnswerInfo)[]>;
}

/** A value of an option. */
export interface AnswerInfo {
  value: string | number;
  says: string;
}

/** A ready-made deck in a few words. */
export interface PlanInfo {
  /** the card that it is built around */
  leader: string;
  /** how it means to win, in a sentence */
  plan: string;
  /** from 1 to 4 */
  difficulty: number;
}

/** The answer to `GET /api/tables`, for the owner of the server. */
export interface TablesRunning {
  /** those that were changed last */
  tables: (TableRunning)[];
  /** how many tables there are in all */
  stored: number;
  connections: number;
}

/** A table on the owner's page. */
export interface TableRunning {
  table: string;
  /** what is played there, and by whom */
  about: string;
  /** seconds since 1970 */
  opened: number;
  changed: number;
  over: boolean;
  connections: number;
  /** why it cannot be opened; empty if it can */
  damage: string;
}

/** The facts of a board of BINMAT. */
export type BinmatFacts = { over: boolean; passes: (number)[]; role_to_move: string | null; to_move: number | null; turn: number; turns_left: number; winner: number | null; };

/** The facts of a place: its lane, whether its top card lies open, and what is known of it. */
export type PlaceFacts = { closed?: boolean; damage?: number; known?: (string)[]; lane?: number; power?: number; shown?: boolean; sum?: number; };

/** There are none. */
export type NoFacts = {  };

export type CombatFacts = { attack?: number; attack_sum?: number; cards?: (string | null)[]; damage?: number | null; defence?: number; defence_sum?: number; from?: string; lane?: number; role?: string; step?: string; to?: string; };

/** What a move did, as far as a seat knows: places are called as on the board. */
export interface BinmatChange {
  broke?: boolean;
  card?: string;
  deck?: string;
  drawn?: (string | null)[];
  hand?: number;
  lane?: number;
  lost?: number;
  shuffled?: boolean;
  struck?: number;
  taken?: number;
  to?: string;
  up?: boolean;
}

/** The facts of a board of Blade. */
export type BladeFacts = { over: boolean; score: (number)[]; stage: "initialization" | "over" | "turn"; to_move: number | null; turn: number; winner: number | null; };

/** The facts of a player's field. */
export type FieldFacts = { score?: number; };

/** The facts of a moment of a tie: the rows as they go, or the new ones. */
export type SceneFacts = { score?: (number)[]; step?: "cards" | "tie"; };

/** What a card did. */
export interface BladeChange {
  card?: string;
  opens?: boolean;
  raised?: string;
  score?: (number)[];
  struck?: string;
  tied?: boolean;
}

/** The facts of a board of Frontline outside of a battle. */
export type FrontlineFacts = { battles: number; fought: number; over: boolean; score: (number)[]; stage: "deploying" | "fought" | "picking"; to_move: number | null; winner: number | null; };

/** The facts of an army in a battle, and while it is deployed, and of the cards that lie open in
    a draft. */
export type ArmyFacts = { reach?: (Reach)[]; sides?: (Sides)[]; speeds?: (Attacks)[]; to_come?: number; };

/** What an army does in a column, as long as the enemy does nothing about it: its speeds there,
    how many fortresses can help, and how many bows slow down the enemy. */
export interface Reach {
  bows?: number;
  column: number;
  fortresses?: number;
  speeds?: (number)[];
}

/** How many front units stand on each side of the divide, when an army is committed so. */
export interface Sides {
  left: number;
  move: string;
  right: number;
}

/** The speeds at which a column attacks, and whether they are new in a picture. */
export interface Attacks {
  changed?: boolean;
  column: number;
  speeds: (number)[];
}

/** How many whole and broken symbols of each kind a card has, its number, and its markers. */
export type UnitFacts = { broken?: Record<string, number>; markers?: number; number?: number; whole: Record<string, number>; };

/** The facts of a picture of a battle. Units are told by their ids. */
export type BattleFacts = { army?: number; attacks?: (Attack)[]; broken?: (Broken)[]; killed?: (Killed)[]; round?: number; rounds?: number; speed?: number; speeds?: (number)[]; stage?: "battle"; step?: "again" | "attacks" | "before" | "divide" | "forward" | "gaps" | "over" | "quiet" | "resolved" | "speeds"; units?: (number)[]; winner?: number | null; };

/** An attack, or several by the weapons of one unit, with the unit that is attacked. */
export interface Attack {
  count: number;
  target: string;
  unit: string;
  weapon: "spear" | "sword";
}

/** Symbols of a kind that broke on a unit. */
export interface Broken {
  count: number;
  symbol: string;
  unit: string;
}

/** A unit that was killed, with all symbols that it had in the beginning. */
export interface Killed {
  name: string;
  unit: string;
}

/** What a move did: a card was picked or placed, or an army committed, and then perhaps a battle
    fought. */
export interface FrontlineChange {
  card?: string;
  front?: string;
  left?: number;
  place?: "behind" | "left" | "right";
  right?: number;
  score?: (number)[];
  units?: (number)[];
  won?: number | null;
}

/** The facts of a board of Monsters. */
export type MonstersFacts = { active: number; attack: AttackFacts | null; attacked: boolean; chain: "combat" | "non-combat" | null; choice: ChoiceFacts | null; last_turn: number; over: boolean; phase: "alter" | "battle"; to_move: number | null; turn: number; winner: number | null; };

export type AttackFacts = { atk: number; def: number; makes: ((number)[])[]; };

/** What is to be chosen. */
export type ChoiceFacts = { asks: string; card: string; does: string; of: number; rest: number; says: string; };

export type MonsterFacts = { atk: number; cost_change: Record<string, number>; def: number; effect_used: boolean; full_hp: number; hp: number; traits_left: Record<string, number>; };

/** The facts of a chain; only those of a combat come to something. */
export type ChainFacts = { atk?: Sum; combat?: boolean; damage?: number; def?: Sum; direct?: boolean; in_all?: number; passes?: number; prevented?: number; to_come?: (ComingPart)[]; };

/** An attack or a defence with its parts. */
export interface Sum {
  parts: (Part)[];
  total: number;
}

export interface Part {
  from: string;
  value: number;
}

export interface ComingPart {
  chosen: boolean;
  from: string;
  stat: string;
  value: number;
}

/** The name of a deck, and the side that the cards in an Action zone are on. */
export type PileFacts = { name?: string; side?: "attack" | "defence"; };

/** The facts of a card, in a hand or in a chain. */
export type MoveFacts = { atk?: string; cost?: (string)[]; cost_now?: (string)[]; counts_as?: string; def?: string; effects?: (EffectLine)[]; link?: number; resolved?: boolean; stat?: "ATK" | "DEF"; text?: string; uses?: (string)[]; value?: string; };

/** A line on a card: when it holds, and what it says. */
export interface EffectLine {
  says: string;
  when: "chain" | "field" | "passive" | "play" | "use";
}

/** The facts of a moment of a chain that resolves. */
export type ChainSceneFacts = { amount?: number; atk?: Sum; card?: string; counts_as?: string; damage?: number; def?: Sum; direct?: boolean; link?: number; name?: string; owner?: number; prevented?: number; resolved?: boolean; stat?: "ATK" | "DEF"; step?: string; target?: number; value?: string; };

export interface MonstersChange {
  atk?: number;
  card?: string;
  chose?: string;
  def?: number;
  does?: string;
  ends?: "preparing" | "turn";
  hp?: (number)[];
  lost?: (number)[];
  passes?: boolean;
  resolved?: boolean;
  stasis?: boolean;
}

export interface FactsByGame {
  binmat: { board: BinmatFacts; zone: PlaceFacts; card: NoFacts; scene: CombatFacts; change: BinmatChange; };
  blade: { board: BladeFacts; zone: FieldFacts; card: NoFacts; scene: SceneFacts; change: BladeChange; };
  frontline: { board: FrontlineFacts; zone: ArmyFacts; card: UnitFacts; scene: BattleFacts; change: FrontlineChange; };
  monsters: { board: MonstersFacts; zone: MonsterFacts | ChainFacts | PileFacts; card: MoveFacts; scene: ChainSceneFacts; change: MonstersChange; };
}

/** By the tag of each message and the type of each part: what is left out because it is usual, and the types of its own parts. */
export const SHAPES: Record<string, { usual: Record<string, unknown>; parts: Record<string, string> }> = {
  "waiting": {"usual":{},"parts":{"invitation":"Invitation"}},
  "Invitation": {"usual":{},"parts":{"game":"GameInfo","players":"PlayerInfo"}},
  "state": {"usual":{},"parts":{"game":"GameInfo","players":"PlayerInfo","moves":"ToldMove","board":"BoardMessage","legal":"LegalMove","preparable":"LegalMove","clock":"ClockState","offer":"Offer","result":"GameResult"}},
  "ToldMove": {"usual":{"late":false,"stand_in":false,"kind":"","change":{}},"parts":{}},
  "BoardMessage": {"usual":{},"parts":{"zones":"ZoneMessage"}},
  "ZoneMessage": {"usual":{"facts":{}},"parts":{"cards":"CardMessage"}},
  "CardMessage": {"usual":{"face":"","name":"","facing":"up","count":1,"marks":[],"id":"","owner":null,"row":null,"column":null,"facts":{}},"parts":{}},
  "LegalMove": {"usual":{"touches":[],"kind":""},"parts":{"touches":"TouchMessage"}},
  "TouchMessage": {"usual":{"card":"","at":null,"row":null,"column":null},"parts":{}},
  "Offer": {"usual":{"swap":false,"same_deal":false},"parts":{}},
  "GameResult": {"usual":{},"parts":{"opened":"Reveal"}},
  "Reveal": {"usual":{},"parts":{"board":"BoardMessage"}},
  "presence": {"usual":{},"parts":{"players":"PlayerInfo"}},
  "refused": {"usual":{"ruling":"","late":false},"parts":{}},
  "tried": {"usual":{},"parts":{"board":"BoardMessage"}},
  "foreseen": {"usual":{},"parts":{"losing":"LosingMove"}},
  "happened": {"usual":{},"parts":{"notable":"RuleFired","scenes":"SceneMessage"}},
  "SceneMessage": {"usual":{"rulings":[],"board":null,"facts":{},"parts":[],"pause":false},"parts":{"board":"BoardMessage","parts":"SceneMessage"}},
  "explained": {"usual":{},"parts":{"rules":"RuleFired"}},
  "hinted": {"usual":{"makeshift":false},"parts":{"moves":"HintedMove"}},
  "HintedMove": {"usual":{"share":null},"parts":{}},
  "reviewed": {"usual":{},"parts":{"moves":"MoveReview"}},
  "MoveReview": {"usual":{"mark":"","told":null},"parts":{"played":"LegalMove","best":"LegalMove"}},
  "looked": {"usual":{},"parts":{"board":"BoardMessage","opened":"BoardMessage"}},
};
