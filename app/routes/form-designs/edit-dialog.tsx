import { type ReactNode, useState } from "react";
import { RemovedMeanwhile, SavedMeanwhile } from "#app/records/saved-meanwhile";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";

interface EditDialogProps {
	title: string;
	submitLabel: string;
	closeTo: string;
	version: number;
	errors: readonly string[] | null;
	/** What somebody else has removed since the dialog was opened, as the subject of a sentence. */
	gone: string | false;
	/** What somebody else has saved since the dialog was opened. */
	meanwhile: Parameters<typeof SavedMeanwhile>[0]["meanwhile"];
	children: ReactNode;
}

const formId = "edit-part";

const wayBack = "It can be saved again once the removal is undone in the form.";

/** The dialog in which a section or a field of a form is added or changed. */
export const EditDialog = (props: EditDialogProps) => {
	const { title, submitLabel, closeTo, version, errors, gone, meanwhile, children } = props;
	const [isTyped, setTyped] = useState(false);
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title={title}
			closeTo={closeTo}
			growsDown
			cancel
			width={600}
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					{submitLabel}
				</Button>
			}
		>
			<SignedInForm id={formId} noValidate onInput={() => setTyped(true)} className="grid gap-4">
				<FormErrors errors={meanwhile ? null : errors} />
				{gone && <RemovedMeanwhile what={gone}>{wayBack}</RemovedMeanwhile>}
				<SavedMeanwhile version={version} meanwhile={gone ? null : meanwhile} />
				{children}
			</SignedInForm>
			<AskBeforeDiscard when={isTyped} about="It is not saved in the draft." />
		</Dialog>
	);
};
