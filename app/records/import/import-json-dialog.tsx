import { RecordInput } from "#app/records/record-field";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { fileInputClass } from "#app/ui/form-fields/file-answer";

interface ImportJsonDialogProps {
	/** What is imported: "form". */
	one: string;
	about: string;
	closeTo: string;
	idempotencyKey: string;
	typed: string;
	faults: readonly string[];
	/** What can be chosen for the import beside the file. */
	option?: { label: string; description: string; isChosen: boolean };
}

const formId = "import-form";

/** Asks for an exported record: a file, or its text. */
export const ImportJsonDialog = (props: ImportJsonDialogProps) => {
	const { one, about, closeTo, idempotencyKey, typed, faults, option } = props;
	const isAwaiting = useIsAwaiting();
	return (
		<Dialog
			title={`Import ${one}`}
			closeTo={closeTo}
			cancel
			growsDown
			width={640}
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					Import {one}
				</Button>
			}
		>
			<SignedInForm id={formId} encType="multipart/form-data" noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				{faults.length > 0 && (
					<Callout tone="danger" role="alert">
						<ul className="grid gap-1 wrap-anywhere">
							{faults.map((fault) => (
								<li key={fault}>{fault}</li>
							))}
						</ul>
					</Callout>
				)}
				<p>{about}</p>
				<Field name="file" label="File" description="JSON of at most 1 MB." autoFocusInDialog>
					{(wiring) => <input {...wiring} type="file" accept="application/json,.json" className={fileInputClass} />}
				</Field>
				<TextareaField key={typed} name="text" label="Or its text" defaultValue={typed} spellCheck={false} />
				{option && (
					<RecordInput
						field={{ as: "flag", name: "option", label: option.label, description: option.description }}
						value={option.isChosen}
						errors={null}
						choices={[]}
						timeZone="UTC"
						isFirst={false}
					/>
				)}
			</SignedInForm>
		</Dialog>
	);
};
