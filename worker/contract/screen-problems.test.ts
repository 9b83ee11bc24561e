import { expect, test } from "vitest";
import { problems } from "#worker/contract/problems";
import { failedToDownload, problemToast, screenProblems } from "#worker/contract/screen-problems";

test("has the texts of §8 to the letter", () => {
	expect(screenProblems.internal.message).toBe("An error occured. Please reload the page to try again.");
	expect(problems.internal.message).toBe(screenProblems.internal.message);
	expect(screenProblems.applicants_unavailable.message).toBe("Failed to Fetch Apllicants");
	expect(failedToDownload("no room")).toBe("Failed to download: no room");
});

test("a toast says 'Error {status}: {message}', and of poor internet the message only", () => {
	expect(problemToast({ code: "internal", status: 500, error: "No room" })).toBe("Error 500: No room");
	const { status, message: error } = screenProblems.network;
	expect([status, problemToast({ code: "network", status, error })]).toEqual([600, "Poor internet connections"]);
});
