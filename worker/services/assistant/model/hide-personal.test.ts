import { expect, test } from "vitest";
import { hidePersonal } from "#worker/services/assistant/model/hide-personal";

test.each([
	["not ada.obi+1@mail.example", "not [hidden 1]"],
	["call 08031234567", "call [hidden 1]"],
	["call +234 803 123 4567, now", "call [hidden 1], now"],
	["call (0803) 123-4567", "call [hidden 1]"],
	["NIN 12345678901", "NIN [hidden 1]"],
	["NIN 123-456-789-01", "NIN [hidden 1]"],
	["JAMB number 202612345678AB", "JAMB number [hidden 1]"],
	["08031234567 or 08031234567 or 08039999999", "[hidden 1] or [hidden 1] or [hidden 2]"],
])("hides what looks like a person's: %s", (typed, words) => {
	const hidden = hidePersonal(typed);
	expect(hidden.words).toBe(words);
	expect(hidden.restore(hidden.words)).toBe(typed);
});

test.each([
	"JAMB between 200 and 300, 5 credits, aged 16 to 25",
	"born from 2005-01-01 to 2008-12-31",
	"born between 01/01/2005 and 31/12/2008",
	"submitted 2026-11-01 2026-11-20",
	"fees above 1,250,000 in 2025/2026",
	"at 100/200/300 level",
	"from Kogi @ 100 level",
])("keeps scores, years and days: %s", (typed) => {
	expect(hidePersonal(typed).words).toBe(typed);
});
