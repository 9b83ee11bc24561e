import type { Background } from "#worker/feature-background";
import { undoableForMs } from "#worker/services/duplicates/contract";
import { deleteOldArchives } from "#worker/services/duplicates/undo.writes";

export const duplicatesBackground: Background = {
	sweeps: [{ name: "old merges", run: ({ db, now }) => deleteOldArchives(db, now - undoableForMs) }],
};
