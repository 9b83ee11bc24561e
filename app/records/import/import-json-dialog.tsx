import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import type { importJson, openJsonImport } from "#app/records/import/import-json.server";
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
	/** What can be chosen for the import beside the file. */
	option?: { label: string; description: string };
}

const formId = "import-form";

/** Asks for an exported record: a file, or its text. */
export const ImportJsonDialog = ({ one, about, option }: ImportJsonDialogProps) => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof openJsonImport>();
	const { typed = "", isChosen = false, faults = [] } = useKeptAnswer<typeof importJson>() ?? {};
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
					<label className="flex items-start gap-2.5">
						<input type="checkbox" name="option" defaultChecked={isChosen} className="checkbox -mt-0.5!" />
						<span>
							{option.label}
							<span className="block text-sm text-text-3">{option.description}</span>
						</span>
					</label>
				)}
			</SignedInForm>
		</Dialog>
	);
};

/** Sends the form from its dialog, which keeps the pasted text when no response comes (§8). */
export const keepJsonImport = keepPage<typeof importJson>(({ form, problem: { error } }) => ({
	typed: String(form.get("text") ?? ""),
	isChosen: form.get("option") === "on",
	faults: [error],
}));
