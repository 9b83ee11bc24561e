import { expect, test } from "vitest";
import { undoTitle, undoToast } from "#app/list/bulk/undo-toast";

const change = { kind: "stage", subject: "Ada Eze", targetName: "Accepted" } as const;
const about = { ...change, now: 1_000 };

test("says which emails a change sends and when, and how to undo it", () => {
	expect(
		undoToast("acme", "Ada Eze is now at Accepted", { id: "m", undoUntil: 31_000, emails: 1, texts: 0 }, about),
	).toEqual({
		kind: "success",
		message: "Ada Eze is now at Accepted",
		action: {
			label: "Undo",
			title: "Undo: move of Ada Eze to Accepted",
			to: "/acme/batches/m/undo",
			forMs: 30_000,
			otherwise: "1 email goes out",
		},
	});
});

test("offers no undo when the institution has no undo window", () => {
	expect(undoToast("acme", "Moved", { id: "m", undoUntil: 1_000, emails: 2, texts: 2 }, about)).toEqual({
		kind: "success",
		message: "Moved. 2 emails and 2 SMS go out now",
	});
	expect(undoToast("acme", "Moved", null, about)).toEqual({ kind: "success", message: "Moved" });
});

test("names the undo of a course or a posting", () => {
	expect(undoTitle({ ...change, kind: "course", targetName: "CSC Computer Science" })).toBe(
		"Undo: change of Ada Eze to CSC Computer Science",
	);
	expect(undoTitle({ ...change, kind: "location", targetName: "Yaba" })).toBe("Undo: posting of Ada Eze to Yaba");
});
