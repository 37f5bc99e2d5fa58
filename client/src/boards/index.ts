// Every board in this folder registers itself under the name of its game.
import.meta.glob("./*.tsx", { eager: true });
export { bring } from "./elsewhere";
export { frontOf, sentenceOf } from "./registry";
