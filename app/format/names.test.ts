import { expect, test } from "vitest";
import { fullName, initialsOf } from "#app/format/names";

test("a full name joins first, middle and last name, without missing ones", () => {
	expect(fullName({ firstName: "Babatunde", middleName: "Ọlá", lastName: "Adéyẹmí" })).toBe("Babatunde Ọlá Adéyẹmí");
	expect(fullName({ firstName: " Emeka ", middleName: null, lastName: "Nwosu" })).toBe("Emeka Nwosu");
});

test("a missing name becomes the placeholder", () => {
	expect(fullName({ firstName: "", middleName: undefined, lastName: " " })).toBe("--/--");
});

test("a decomposed name is composed", () => {
	expect(fullName({ firstName: "Ade\u0301" })).toBe("Adé");
});

test("initials come from the first and the last word", () => {
	expect(initialsOf("Adaeze Chinonso Okafor")).toBe("AO");
	expect(initialsOf("Ngozi")).toBe("N");
	expect(initialsOf("Federal University of Agriculture")).toBe("FA");
});

test("an initial keeps its dot below and tone mark", () => {
	expect(initialsOf("Ọ̀ṣun ọláwálé")).toBe("Ọ̀Ọ");
});

test("a missing name has initials without an error", () => {
	expect(initialsOf("")).toBe("?");
	expect(initialsOf("-- 🙂 --")).toBe("?");
});
