import { expect, test } from "vitest";
import { matchReasons } from "./match-reasons";

const reasons = ["Ọmọ ìlú: catchment area", "Below the cut-off mark", "Mark missing", "Catchment full"].map((text) => ({
	id: text,
	text,
	isPrivate: false,
}));
const found = (typed: string) => matchReasons(reasons, typed).map(({ text }) => text);

test("two letters of any word suggest a reason, accents or not", () => {
	expect(found("ma")).toEqual(["Mark missing", "Below the cut-off mark"]);
	expect(found("omo")).toEqual(["Ọmọ ìlú: catchment area"]);
	expect(found("CUT ma")).toEqual(["Below the cut-off mark"]);
});

test("one letter, and a longer comment, suggest nothing", () => {
	expect([found("m"), found(""), found("Mark missing\nand more"), found("xyz")]).toEqual([[], [], [], []]);
});
