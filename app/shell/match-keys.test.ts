import { beforeAll, expect, test, vi } from "vitest";
import type { Command } from "#app/shell/commands";
import { keyName, matchKeys } from "#app/shell/match-keys";

/** why: unit tests have no document; an element here is what it matches. */
class FakeElement {
	isContentEditable = false;
	constructor(
		private readonly tag: string,
		private readonly inside = "",
	) {}
	matches = (selector: string) => selector.split(/,\s*/).some((part) => part.split(":")[0] === this.tag);
	closest = (selector: string) => (selector === this.inside ? this : null);
}
beforeAll(() => {
	vi.stubGlobal("HTMLElement", FakeElement);
	return () => vi.unstubAllGlobals();
});

const command = (id: string, keys: readonly string[], more: Partial<Command> = {}): Command => ({
	id,
	title: id,
	group: "List",
	keys,
	...more,
});
const element = (tag: string, inside?: string) => new FakeElement(tag, inside) as unknown as EventTarget;
const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
	key,
	metaKey: false,
	ctrlKey: false,
	shiftKey: false,
	altKey: false,
	target: null,
	...more,
});

const commands = [
	command("next", ["j"]),
	command("people", ["g", "p"], { group: "Pages" }),
	command("pick", ["p"], { group: "Applicant" }),
	command("range", ["shift+X"]),
	command("page", ["mod+a"]),
	command("palette", ["mod+k"], { group: "Help", everywhere: true }),
	command("sheet", ["?"], { group: "Help" }),
	command("tab", ["["], { group: "Applicant" }),
];
const onPage = { singleKeys: true, isCovered: false };
const idOf = (event: ReturnType<typeof press>, before: readonly string[] = [], singleKeys = true) =>
	matchKeys(commands, before, event, { singleKeys, isCovered: false }).command?.id;

test("names keys with their modifiers", () => {
	expect(keyName(press("x"))).toBe("x");
	expect(keyName(press("X", { shiftKey: true }))).toBe("shift+X");
	expect(keyName(press("?", { shiftKey: true }))).toBe("?");
	expect(keyName(press("K", { metaKey: true }))).toBe("mod+k");
	expect(keyName(press("k", { ctrlKey: true }))).toBe("mod+k");
});

test("a key runs its command", () => {
	expect(idOf(press("j"))).toBe("next");
	expect(idOf(press("X", { shiftKey: true }))).toBe("range");
	expect(idOf(press("?", { shiftKey: true }))).toBe("sheet");
});

test("a sequence waits for its second key", () => {
	const first = matchKeys(commands, [], press("g"), onPage);
	expect(first).toEqual({ pressed: ["g"] });
	expect(idOf(press("p"), first.pressed)).toBe("people");
});

test("a key that does not continue a sequence counts by itself", () => {
	expect(idOf(press("j"), ["g"])).toBe("next");
});

test("a modifier alone does not break a sequence", () => {
	expect(matchKeys(commands, ["g"], press("Shift", { shiftKey: true }), onPage).pressed).toEqual(["g"]);
});

test("typing in a field runs only commands that are meant for everywhere", () => {
	const target = element("input");
	expect(idOf(press("j", { target }))).toBeUndefined();
	expect(idOf(press("a", { ctrlKey: true, target }))).toBeUndefined();
	expect(idOf(press("k", { ctrlKey: true, target }))).toBe("palette");
});

test("a dialog with keys of its own disables the page's keys", () => {
	const target = element("div", "[data-own-keys]");
	expect(idOf(press("j", { target }))).toBeUndefined();
	expect(idOf(press("k", { metaKey: true, target }))).toBe("palette");
});

test("a link or a button handles Enter itself", () => {
	const open = [command("open", ["Enter"])];
	expect(matchKeys(open, [], press("Enter", { target: element("a") }), onPage).command).toBeUndefined();
	expect(matchKeys(open, [], press("Enter"), onPage).command?.id).toBe("open");
});

test("single keys can be switched off, and chords stay", () => {
	expect(idOf(press("j"), [], false)).toBeUndefined();
	expect(idOf(press("a", { metaKey: true }), [], false)).toBe("page");
});

test("the keys of the list rest while something lies over it", () => {
	const covered = (event: ReturnType<typeof press>) =>
		matchKeys(both, [], event, { singleKeys: true, isCovered: true }).command?.id;
	const both = [
		command("next applicant", ["j"], { group: "Applicant" }),
		command("next row", ["j"]),
		command("select row", ["x"]),
		command("select page", ["mod+a"]),
		command("move selected", ["s"], { group: "Selection" }),
		command("profile", ["g", "u"], { group: "Pages" }),
	];
	expect(covered(press("j"))).toBe("next applicant");
	expect(["x", "s"].map((key) => covered(press(key)))).toEqual([undefined, undefined]);
	expect(covered(press("a", { ctrlKey: true }))).toBeUndefined();
	expect(matchKeys(both, ["g"], press("u"), { singleKeys: true, isCovered: true }).command?.id).toBe("profile");
	expect(matchKeys(both, [], press("x"), onPage).command?.id).toBe("select row");
});

test("with Caps Lock a letter is still its key, and with Shift still the other one", () => {
	expect(idOf(press("J"))).toBe("next");
	expect(idOf(press("x", { shiftKey: true }))).toBe("range");
});

test("a disabled command ignores its key", () => {
	expect(matchKeys([command("next", ["j"], { disabled: "The last one" })], [], press("j"), onPage)).toEqual({
		pressed: [],
	});
});

test("Alt with a letter is left to the browser, a character typed with AltGr is a key", () => {
	expect(idOf(press("j", { altKey: true }))).toBeUndefined();
	expect(idOf(press("[", { altKey: true, ctrlKey: true }))).toBe("tab");
});
