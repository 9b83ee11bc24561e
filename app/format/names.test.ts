import { expect, test } from "vitest";
import { fullName, initialsOf } from "#app/format/names";

test("a full name is first, middle and last, without the missing ones", () => {
	expect(fullName({ firstName: "Babatunde", middleName: "Ọlá", lastName: "Adéyẹmí" })).toBe("Babatunde Ọlá Adéyẹmí");
	expect(fullName({ firstName: " Emeka ", middleName: null, lastName: "Nwosu" })).toBe("Emeka Nwosu");
});

test("no name at all is the placeholder", () => {
	expect(fullName({ firstName: "", middleName: undefined, lastName: " " })).toBe("--/--");
});

test("a decomposed name is composed", () => {
	expect(fullName({ firstName: "Ade\u0301" })).toBe("Adé");
});

test("initials are those of the first and the last word", () => {
	expect(initialsOf("Adaeze Chinonso Okafor")).toBe("AO");
	expect(initialsOf("Ngozi")).toBe("N");
	expect(initialsOf("Federal University of Agriculture")).toBe("FA");
});

test("an initial keeps its dot below and tone mark", () => {
	expect(initialsOf("Ọ̀ṣun ọláwálé")).toBe("Ọ̀Ọ");
});

test("initials of nothing never fail", () => {
	expect(initialsOf("")).toBe("?");
	expect(initialsOf("-- 🙂 --")).toBe("?");
});
