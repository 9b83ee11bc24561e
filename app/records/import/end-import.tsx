import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { keepPage } from "#app/api/keep-page";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import type { endImport, openEnding } from "#app/records/import/end-import.server";

interface EndImportProps {
	/** What undoing does. @param added how many rows the import added */
	children(added: number): ReactNode;
}

/** Asks before an import is undone, or before one that was not carried out is discarded. */
export const EndImport = ({ children }: EndImportProps) => {
	const { name, added, isUndo, closeTo, idempotencyKey } = useLoaderData<typeof openEnding>();
	const dialog = { closeTo, idempotencyKey, error: useActionData<typeof endImport>()?.error };
	return isUndo ? (
		<ConfirmDialog {...dialog} title={`Undo the import of ${name}?`} submitLabel="Undo import">
			{children(added)}
		</ConfirmDialog>
	) : (
		<ConfirmDialog {...dialog} title={`Discard ${name}?`} submitLabel="Discard">
			Nothing of it has been added. Its rows are deleted; the list can be uploaded again.
		</ConfirmDialog>
	);
};

/** Sends the question's form, which stays when no response comes (§8). */
export const keepEnding = keepPage<typeof endImport>(({ problem: { error } }) => ({ error }));
