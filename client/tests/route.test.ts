// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { parse } from "../src/route";

test("addresses lead to their pages, also with a stray per cent sign", () => {
  expect(parse("/t/a%20b", "#s%2Bt")).toEqual({ page: "table", id: "a b", token: "s+t" });
  expect(parse("/t/100%", "#50%")).toEqual({ page: "table", id: "100%", token: "50%" });
  expect(parse("/i/%zz", "")).toEqual({ page: "invitation", code: "%zz" });
  expect(parse("/", "#")).toEqual({ page: "home" });
  expect(parse("/nowhere", "#")).toEqual({ page: "nowhere" });
  expect(parse("/learn", "")).toEqual({ page: "learn", game: "" });
  expect(parse("/learn/blade", "")).toEqual({ page: "learn", game: "blade" });
});
