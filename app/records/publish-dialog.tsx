import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { ConfirmDialog } from "#app/records/confirm-dialog";
import type { publishDraft } from "#app/records/publish-draft.server";

interface PublishDialogProps {
	/** What is published: "form". */
	one: string;
	/** Whether nothing differs, or something prevents it, as the text says. */
	isImpossible: boolean;
	/** The version that is shown, which alone is published. */
	version: number;
	idempotencyKey: string;
	closeTo: string;
	children: ReactNode;
}

/** Says what publishing a draft changes before it does so. */
export const PublishDialog = ({
	one,
	isImpossible,
	version,
	idempotencyKey,
	closeTo,
	children,
}: PublishDialogProps) => (
	<ConfirmDialog
		title={`Publish ${one}`}
		submitLabel="Publish"
		closeLabel={isImpossible ? "Close" : "Cancel"}
		closeTo={closeTo}
		error={useActionData<typeof publishDraft>()?.error}
		idempotencyKey={idempotencyKey}
		isHarmless
		isImpossible={isImpossible}
	>
		<input type="hidden" name="version" value={version} />
		{children}
	</ConfirmDialog>
);
