import { expect, test } from "vitest";
import { howToAnswer } from "#app/service-worker/how-to-answer";

const origin = "https://portal.test";
const answerTo = (path: string, more = {}) =>
	howToAnswer({ method: "GET", mode: "cors", destination: "script", url: new URL(path, origin).href, ...more }, origin);
const page = { mode: "navigate", destination: "document" };

test("answers built files and fonts from the cache", () => {
	expect(answerTo("/build/root-1a2b.js")).toBe("file");
	expect(answerTo("/build/_assets/tailwind-XYZ.css", { mode: "no-cors", destination: "style" })).toBe("file");
	expect(answerTo("/fonts/inter-latin.woff2", { destination: "font" })).toBe("file");
});

test("leaves data, pictures, the API and other sites to the browser", () => {
	const left = [
		"/crestfield/applicants?_data=routes%2Fapplicants%2Flist",
		"/crestfield/applicants/a1/photo",
		"/api/candidates/a1",
		"/api/build/a1",
		"/favicon.svg",
		"https://elsewhere.test/build/root.js",
	];
	expect(left.map((path) => answerTo(path))).toEqual(left.map(() => undefined));
});

test("asks the network for a page, and leaves forms, frames and files of the API to the browser", () => {
	expect(answerTo("/crestfield/applicants/a1?tab=1", page)).toBe("page");
	expect(answerTo("/", page)).toBe("page");
	expect(answerTo("/crestfield", { ...page, method: "POST" })).toBeUndefined();
	expect(answerTo("/crestfield/letter.pdf", { ...page, destination: "iframe" })).toBeUndefined();
	expect(answerTo("/api/exports/e1/file", page)).toBeUndefined();
});
