import { expect, test } from "vitest";
import { nextSession } from "#app/routes/applications/next-session";

test("counts the years of a title up by one, and marks one without years as a copy", () => {
	expect(nextSession("2026/2027 Undergraduate Admission")).toBe("2027/2028 Undergraduate Admission");
	expect(nextSession("Admission 1999, batch 20265")).toBe("Admission 2000, batch 20265");
	expect(nextSession("Evening school")).toBe("Evening school (copy)");
});
