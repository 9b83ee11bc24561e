import { expect, test } from "vitest";
import { visibleLine, visibleText } from "#worker/contract/text/visible-text";

test("removes control, invisible and half characters, and keeps line breaks, tabs and every script", () => {
	expect(visibleText(" Complete\u0000 file\u200b\u202e\ud800 ")).toBe("Complete file");
	expect(visibleText("One\r\nTwo\tThree\rFour")).toBe("One\nTwo\tThree\nFour");
	expect(visibleText("Ọláṣubọ̀mí 👍🏾 ናይጄሪያ")).toBe("Ọláṣubọ̀mí 👍🏾 ናይጄሪያ");
	expect(visibleText("\u200b\ufeff\u0007\udc00 \n")).toBe("");
});

test("removes line breaks from a line", () => {
	expect(visibleLine("Head\n of\t Department ")).toBe("Head of Department");
});
