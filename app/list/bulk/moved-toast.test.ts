import { expect, test } from "vitest";
import { movedToast } from "#app/list/bulk/moved-toast";

const about = { subject: "Ada Eze", stageName: "Accepted", now: 1_000 };

test("a move says what goes out and when, and how it is undone", () => {
	expect(movedToast("acme", "Ada Eze is now at Accepted", { id: "m", undoUntil: 31_000, emails: 1 }, about)).toEqual({
		kind: "success",
		message: "Ada Eze is now at Accepted. 1 email goes out in 30 seconds",
		action: {
			label: "Undo",
			title: "Undo: move of Ada Eze to Accepted",
			to: "/acme/stage-changes/m/undo",
			forMs: 30_000,
		},
	});
});

test("where nothing is held there is nothing to undo", () => {
	expect(movedToast("acme", "Moved", { id: "m", undoUntil: 1_000, emails: 2 }, about)).toEqual({
		kind: "success",
		message: "Moved. 2 emails go out now",
	});
	expect(movedToast("acme", "Moved", null, about)).toEqual({ kind: "success", message: "Moved" });
});
