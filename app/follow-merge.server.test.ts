import { expect, test } from "vitest";
import { followMerge } from "#app/follow-merge.server";

const ledTo = (path: string, init?: RequestInit): string | null | undefined => {
	try {
		followMerge(new Request(`https://portal.test${path}`, init), "gone", "kept");
		return undefined;
	} catch (error) {
		return error instanceof Response ? error.headers.get("location") : undefined;
	}
};

test.each([
	["/crestfield/applicants/gone", "/crestfield/applicants/kept"],
	["/crestfield/applicants/gone/stage?q=ada&size=20", "/crestfield/applicants/kept/stage?q=ada&size=20"],
	["/crestfield/applicants/gone/emails?_data=routes%2Fx", "/crestfield/applicants/kept/emails"],
	["/crestfield/duplicates/compare?first=gone", undefined],
])("%s leads to %s", (path, to) => {
	expect(ledTo(path)).toBe(to);
});

test("redirects neither a posted form nor a page that is already the target's", () => {
	expect(ledTo("/crestfield/applicants/gone/stage", { method: "POST" })).toBeUndefined();
	expect(() => followMerge(new Request("https://portal.test/o/applicants/a"), "a", "a")).not.toThrow();
});
