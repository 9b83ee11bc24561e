import { expect, test } from "vitest";
import { undoTitle, undoToast } from "#app/list/bulk/undo-toast";

const change = { kind: "stage", subject: "Ada Eze", targetName: "Accepted" } as const;
const about = { ...change, now: 1_000 };

test("a change says what goes out and when, and how it is undone", () => {
	expect(undoToast("acme", "Ada Eze is now at Accepted", { id: "m", undoUntil: 31_000, emails: 1 }, about)).toEqual({
		kind: "success",
		message: "Ada Eze is now at Accepted. 1 email goes out in 30 seconds",
		action: {
			label: "Undo",
			title: "Undo: move of Ada Eze to Accepted",
			to: "/acme/batches/m/undo",
			forMs: 30_000,
		},
	});
});

test("where the institution has no undo window there is nothing to undo", () => {
	expect(undoToast("acme", "Moved", { id: "m", undoUntil: 1_000, emails: 2 }, about)).toEqual({
		kind: "success",
		message: "Moved. 2 emails go out now",
	});
	expect(undoToast("acme", "Moved", null, about)).toEqual({ kind: "success", message: "Moved" });
});

test("the undo of a course or a posting is named as that", () => {
	expect(undoTitle({ ...change, kind: "course", targetName: "CSC Computer Science" })).toBe(
		"Undo: change of Ada Eze to CSC Computer Science",
	);
	expect(undoTitle({ ...change, kind: "location", targetName: "Yaba" })).toBe("Undo: posting of Ada Eze to Yaba");
});
