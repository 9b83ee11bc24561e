import { useLocation, useSubmit } from "@remix-run/react";
import { Eye, Pencil, Send } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { formatCount } from "#app/format/numbers";
import type { EmailAnswer } from "#app/routes/emails/answer-email.server";
import { EmailFilesField } from "#app/routes/emails/email-files-field";
import {
	type RecipientChoice,
	type RecipientMode,
	readEmail,
	wrongEmail,
	wrongLength,
} from "#app/routes/emails/email-form";
import { ConfirmRecipients, EmailRecipients, RecipientCounts } from "#app/routes/emails/email-recipients";
import { EmailTemplateField } from "#app/routes/emails/email-template-field";
import { EmailTextFields } from "#app/routes/emails/email-text-fields";
import { useUnsent } from "#app/routes/emails/keep-unsent";
import { fieldsOfEmails } from "#app/routes/emails/merge-fields";
import { PreviewedEmail } from "#app/routes/emails/previewed-people";
import { useEmailDraft } from "#app/routes/emails/use-email-draft";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Checkbox } from "#app/ui/checkbox";
import { Dialog } from "#app/ui/dialog/dialog";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import type { InsertText } from "#app/ui/form-fields/insert-text";
import { MergeFieldPicker, type OfferedField } from "#app/ui/form-fields/merge-field-picker";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";

interface SendEmailDialogProps {
	description: ReactNode;
	closeTo: string;
	applicationId: string;
	stageId?: string;
	ids: readonly string[];
	/** With a single choice the form does not ask. */
	choices: readonly RecipientChoice[];
	initial: RecipientMode;
	isNarrowed?: boolean;
	templates: readonly { id: string; name: string }[];
	/** Whether there may be offer letters to attach. */
	hasLetters: boolean;
	/** Merge fields that are not offered, because no recipient has a value for them. */
	unfillable: readonly string[];
	/** The fields of the application's form, which are merge fields too. */
	formFields: readonly OfferedField[];
	idempotencyKey: string;
	answer: EmailAnswer | undefined;
}

const formId = "send-email";

/** Send Email (§2 Applicant modals): recipients, template, text, files, preview. */
export const SendEmailDialog = (props: SendEmailDialogProps) => {
	const { choices, answer } = props;
	const form = useRef<HTMLFormElement>(null);
	const sendButton = useRef<HTMLButtonElement>(null);
	const submit = useSubmit();
	const { pathname, search } = useLocation();
	const hydrated = useHydrated();
	// why: sent twice, whatever the first response was, it is one mail.
	const [idempotencyKey] = useState(answer?.typed.idempotencyKey || props.idempotencyKey);
	const [drawnWith] = useState(answer);
	const [filled, setFilled] = useState(answer);
	if (answer?.filled && answer !== filled) setFilled(answer);
	const [left, setLeft] = useState<EmailAnswer>();
	const { user, orgName, organisation } = useShell();
	const unsent = useUnsent(orgName, `${user.id} ${pathname}`, answer !== undefined);
	const draft = useEmailDraft(form, answer, props.initial, { keep: unsent.keep, isFound: unsent.found !== undefined });
	const text = answer?.typed ?? unsent.found;
	const { errors } = draft;
	const preview = answer && answer !== left ? answer.preview : null;
	const pending = useSentForm()?.get("intent");
	const isMany = choices.length > 1;
	const insert = useRef<InsertText>();
	const count = choices.find(({ mode }) => mode === draft.to)?.count ?? 0;

	/** why: the preview does not need the files; they stay chosen. */
	const ask = (intent: string) => {
		if (!form.current) return;
		const data = new FormData(form.current);
		data.delete("attachments");
		data.set("intent", intent);
		const action = pathname + search;
		submit(data, { method: "post", encType: "multipart/form-data", action, replace: true, preventScrollReset: true });
	};
	const onSubmit = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const intent = submitter instanceof HTMLButtonElement ? submitter.value : "preview";
		const email = readEmail(new FormData(event.currentTarget));
		const wrong = intent === "send" ? wrongEmail(email) : intent === "preview" ? wrongLength(email) : {};
		const isWrong = Object.keys(wrong).length > 0;
		if (isWrong || intent !== "send") event.preventDefault();
		if (!isWrong) return intent === "send" ? undefined : ask(intent);
		setLeft(answer);
		draft.refuse(wrong);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
		event.preventDefault();
		sendButton.current?.click();
	};
	return (
		<Dialog
			title="Send Email"
			description={props.description}
			closeTo={props.closeTo}
			width={950}
			footer={
				<>
					<div className="mr-auto flex flex-wrap gap-x-4 max-sm:w-full">
						{isMany && hydrated && (
							<span role="status" className="text-text-2 tabular-nums">
								To {formatCount(count, "applicant")}
							</span>
						)}
						{organisation.sendsSms && !preview && (
							<TextLink to={pathname.replace(/\/email$/, "/sms") + search} preventScrollReset>
								Send SMS instead
							</TextLink>
						)}
					</div>
					{preview ? (
						<Button
							form={formId}
							name="intent"
							value="write"
							icon={Pencil}
							onClick={(event) => {
								event.preventDefault();
								setLeft(answer);
							}}
						>
							Edit email
						</Button>
					) : (
						<Button
							form={formId}
							name="intent"
							value="preview"
							icon={Eye}
							pending={pending?.toString().startsWith("preview")}
						>
							Preview
						</Button>
					)}
					<Button
						ref={sendButton}
						form={formId}
						name="intent"
						value="send"
						variant="primary"
						icon={Send}
						pending={pending === "send"}
						disabled={hydrated && draft.isEmpty}
					>
						Send Email
					</Button>
				</>
			}
		>
			<SignedInForm
				ref={form}
				method="post"
				encType="multipart/form-data"
				id={formId}
				noValidate
				onInput={draft.onInput}
				onSubmit={onSubmit}
				onKeyDown={onKeyDown}
				className="group/email grid grid-cols-1 gap-4"
			>
				{/* why: Enter in a field previews; it sends only to a single recipient, after the preview. */}
				<button
					type="submit"
					name="intent"
					value={preview && preview.recipients === 1 ? "send" : "preview"}
					tabIndex={-1}
					aria-hidden
					className="sr-only"
				/>
				<input type="hidden" name="applicationId" value={props.applicationId} />
				{props.stageId && <input type="hidden" name="stageId" value={props.stageId} />}
				{props.ids.map((id) => (
					<input key={id} type="hidden" name="id" value={id} />
				))}
				{!isMany && <input type="hidden" name="to" value={props.initial} />}
				<RecipientCounts choices={choices} />
				<input type="hidden" name="templateId" value={filled?.typed.templateId ?? ""} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={errorsElsewhere(errors, isMany ? [...besideFields, "to"] : besideFields)} />
				<div hidden={preview !== null} className="grid grid-cols-1 gap-4">
					{isMany && (
						<EmailRecipients
							choices={choices}
							chosen={answer?.typed.to ?? props.initial}
							errors={errors.to}
							isNarrowed={props.isNarrowed ?? false}
						/>
					)}
					{props.templates.length > 0 && (
						<EmailTemplateField
							templates={props.templates}
							chosen={answer?.typed.template ?? ""}
							errors={errors.template}
							isTyped={draft.isTyped}
							onChoose={() => ask("template")}
						/>
					)}
					{unsent.found && !answer && (
						<p role="status" className="text-text-2">
							Your unsent email is back as you left it. Files have to be chosen again.
						</p>
					)}
				</div>
				<div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
					<div hidden={preview !== null} className="min-w-0">
						<EmailTextFields
							key={filled?.filled ?? (unsent.found ? "unsent" : "typed")}
							subject={text?.subject ?? ""}
							message={text?.message ?? ""}
							errors={errors}
							formFields={props.formFields}
							insert={insert}
						/>
					</div>
					{preview && answer && <PreviewedEmail preview={preview} typed={answer.typed} onLook={ask} />}
					<div className="grid min-w-0 grid-cols-1 content-start gap-4">
						<div hidden={preview !== null}>
							<MergeFieldPicker
								heading="h3"
								fields={fieldsOfEmails(organisation.aliases.course).filter(
									({ name }) => !props.unfillable.includes(name),
								)}
								formFields={props.formFields}
								onChoose={hydrated ? (name) => insert.current?.(name) : undefined}
							/>
						</div>
						{props.hasLetters && (
							<div className="flex items-center gap-2">
								<Checkbox
									id="with-letter"
									name="withLetter"
									value="on"
									defaultChecked={answer?.typed.withLetter ?? false}
									// why: a preview is of the email with or without the letter.
									onChange={() => setLeft(answer)}
								/>
								<label htmlFor="with-letter">
									{isMany ? "Attach each applicant's own offer letter" : "Attach the offer letter of the record"}
								</label>
							</div>
						)}
						<EmailFilesField errors={errors.attachments} lost={answer && answer === drawnWith ? answer.files : []} />
						<ConfirmRecipients typed={answer?.typed.confirmed ?? ""} errors={errors.confirmed} />
					</div>
				</div>
			</SignedInForm>
			<AskBeforeDiscard when={draft.isTyped} about="Your email has not been sent." />
		</Dialog>
	);
};

const besideFields = ["subject", "message", "template", "attachments", "confirmed"];
