import { useLoaderData, useLocation } from "@remix-run/react";
import { Eye, Pencil, Save } from "lucide-react";
import { useRef, useState } from "react";
import type { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { SavedMeanwhile } from "#app/records/saved-meanwhile";
import { DraftBar } from "#app/routes/templates/draft-bar";
import { ChangedDraft, DraftNotice } from "#app/routes/templates/draft-notices";
import type { loader, action as saving } from "#app/routes/templates/manage";
import { newPageOf, pageOf } from "#app/routes/templates/screen";
import { TemplateFields } from "#app/routes/templates/template-fields";
import { ChosenApplicant, ShownTemplate } from "#app/routes/templates/template-preview";
import { useDraft } from "#app/routes/templates/use-draft";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { MergeFieldPicker } from "#app/ui/form-fields/merge-field-picker";
import { useHydrated } from "#app/ui/use-hydrated";
import { capitalise } from "#worker/contract/text/capitalise";
import { mergeFields } from "#worker/contract/text/merge-fields";

/** Returns the merge fields that every applicant has, in the institution's words. */
const useMergeFields = () => {
	const { organisation } = useShell();
	const course = capitalise(organisation.aliases.course);
	return mergeFields.map(({ name, label }) => ({ name, label: label.replace(/^Course/, course) }));
};

const formId = "template";

interface TemplateFormProps {
	stored: { name: string; subject: string; content: string };
	preview: ReturnType<typeof useLoaderData<typeof loader>>["preview"];
	historyTo: string;
	answer: ReturnType<typeof useKeptAnswer<typeof saving>>;
}

/** The form of a template: its fields, or its preview with an applicant. */
export const TemplateForm = ({ stored, preview, historyTo, answer }: TemplateFormProps) => {
	const {
		template,
		type,
		maySave,
		mayPreview,
		formFields,
		idempotencyKey,
		draft: loaded,
	} = useLoaderData<typeof loader>();
	const { orgName } = useShell();
	const { pathname, search } = useLocation();
	const hydrated = useHydrated();
	const insert = useRef<InsertText>();
	const [pageKey] = useState(idempotencyKey);
	const pending = useSentForm()?.get("intent")?.toString();
	const fields = useMergeFields();
	const typed = answer?.typed ?? stored;
	const errors: Record<string, string[]> = answer?.errors ?? {};
	const { version = 0, current } = answer?.meanwhile ?? {};
	const theirs = current && [
		["Name", current.name] as const,
		...(type === "email" ? [["Subject", current.subject] as const] : []),
		["Text", current.content] as const,
	];
	// why: below a dialog the address is the dialog's.
	const action = `${pathname.replace(/\/(history|copy|delete|picture|page-setup)$/, "")}${search}`;
	const here = template ? pageOf(`/${orgName}`, template.id) : newPageOf(`/${orgName}`, type);
	const draft = useDraft({ formId, action, loaded, answer });
	const [shownDraft] = useState(loaded);
	return (
		<>
			<SignedInForm
				id={formId}
				action={action}
				noValidate
				preventScrollReset
				onInput={draft.noteTyped}
				onSubmit={draft.noteSent}
				className="grid grid-cols-1 gap-4"
			>
				<input type="hidden" name="type" value={type} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{template && !template.active && <input type="hidden" name="active" value="no" />}
				<SavedMeanwhile version={template?.version ?? 0} meanwhile={theirs ? { version, values: theirs } : null} />
				{draft.version > 0 && (
					<>
						<input type="hidden" name="draftVersion" value={draft.version} />
						<input type="hidden" name="pageKey" value={pageKey} />
					</>
				)}
				<FormErrors errors={errors[""] ?? null} />
				{shownDraft?.isStarted && (
					<DraftNotice type={type} draft={shownDraft} isNew={template === null} historyTo={historyTo} />
				)}
				{answer?.sentTo && (
					<Callout tone="success" role="status">
						A test was sent to {answer.sentTo}.
					</Callout>
				)}
				{/* why: fields that cannot be changed send nothing, and their texts are previewed all the same. */}
				{!maySave &&
					Object.entries({ subject: stored.subject, content: stored.content }).map(([name, text]) => (
						<input key={name} type="hidden" name={name} value={text} />
					))}
				<div hidden={preview !== null} className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
					<TemplateFields
						type={type}
						typed={typed}
						errors={errors}
						insert={insert}
						disabled={!maySave}
						labels={Object.fromEntries([...fields, ...formFields].map(({ name, label }) => [name, label]))}
					/>
					{maySave && (
						<MergeFieldPicker
							heading="h2"
							fields={fields}
							formFields={formFields}
							onChoose={hydrated ? (field) => insert.current?.(field) : undefined}
						/>
					)}
				</div>
				{preview && (
					<ChosenApplicant
						preview={preview}
						pending={pending}
						testTo={answer?.testTo ?? ""}
						errors={errors.testTo ?? null}
					/>
				)}
				{preview?.error && (
					<Callout tone="danger" role="alert">
						{preview.error}
					</Callout>
				)}
				{draft.theirs && <ChangedDraft type={type} theirs={draft.theirs} to={here} />}
				<div className="flex flex-wrap items-center gap-2.5">
					{maySave && (
						<Button name="intent" value="save" variant="primary" icon={Save} pending={pending === "save"}>
							{template ? "Save template" : "Create template"}
						</Button>
					)}
					{mayPreview &&
						maySave &&
						(preview ? (
							<Button name="intent" value="edit" icon={Pencil} pending={pending === "edit"}>
								Edit text
							</Button>
						) : (
							<Button name="intent" value="preview" icon={Eye} pending={pending === "preview"}>
								Preview
							</Button>
						))}
					{maySave && <DraftBar draft={draft} formId={formId} pending={pending} />}
				</div>
				<AskBeforeDiscard when={draft.theirs !== null || draft.error !== null} about="It is not saved as a draft." />
			</SignedInForm>
			{preview && <ShownTemplate preview={preview} pageTo={`/${orgName}/manage-template/page`} />}
		</>
	);
};
