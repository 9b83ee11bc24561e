import { useLocation, useSubmit } from "@remix-run/react";
import { Eye, Send } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { describeSms } from "#app/format/describe-sms";
import type { EmailErrors, RecipientChoice, RecipientMode } from "#app/routes/emails/email-form";
import { ConfirmRecipients, EmailRecipients, RecipientCounts } from "#app/routes/emails/email-recipients";
import { EmailTemplateField } from "#app/routes/emails/email-template-field";
import { useUnsent } from "#app/routes/emails/keep-unsent";
import { fieldsOfEmails } from "#app/routes/emails/merge-fields";
import type { SmsAnswer } from "#app/routes/emails/sms/answer-sms.server";
import { readSms, wrongSms } from "#app/routes/emails/sms/sms-form";
import { PreviewedSms } from "#app/routes/emails/sms/sms-preview";
import { useErrorsShown } from "#app/routes/emails/use-errors-shown";
import { AskBeforeDiscard } from "#app/shell/ask-before-discard";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { controlClass } from "#app/ui/form/control-class";
import { errorsElsewhere } from "#app/ui/form/errors-elsewhere";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { insertIntoField } from "#app/ui/form-fields/insert-text";
import { MergeFieldPicker, type OfferedField } from "#app/ui/form-fields/merge-field-picker";
import { useHydrated } from "#app/ui/use-hydrated";

interface SmsDialogProps {
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
	/** The fields of the application's form, which are merge fields too. */
	formFields: readonly OfferedField[];
	/** Says that a single recipient cannot be reached. */
	warning?: ReactNode;
	idempotencyKey: string;
	answer: SmsAnswer | undefined;
}

const formId = "send-sms";

/** Send SMS: recipients, template, text with its messages, preview. */
export const SmsDialog = (props: SmsDialogProps) => {
	const { choices, answer } = props;
	const form = useRef<HTMLFormElement>(null);
	const area = useRef<HTMLTextAreaElement>(null);
	const sendButton = useRef<HTMLButtonElement>(null);
	const submit = useSubmit();
	const { pathname, search } = useLocation();
	const hydrated = useHydrated();
	const { user, orgName, organisation } = useShell();
	// why: sent twice, whatever the first response was, it is one SMS to each.
	const [idempotencyKey] = useState(answer?.typed.idempotencyKey || props.idempotencyKey);
	const [filled, setFilled] = useState(answer?.filled ? answer : undefined);
	const [text, setText] = useState(answer?.typed.message ?? "");
	const [errors, setErrors] = useState<EmailErrors>(answer?.errors ?? {});
	if (answer?.filled && answer !== filled) {
		setFilled(answer);
		setText(answer.typed.message);
	}
	const [left, setLeft] = useState<SmsAnswer>();
	const unsent = useUnsent(orgName, `${user.id} ${pathname}`, answer !== undefined);
	const write = (message: string) => {
		setText(message);
		unsent.keep({ subject: "", message });
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every response.
	useEffect(() => {
		if (!answer) return;
		setErrors(answer.errors);
		unsent.keep({ subject: "", message: answer.typed.message });
	}, [answer]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, and when what was written comes back.
	useEffect(() => {
		if (!area.current) return;
		const isTypedBefore = area.current.value !== area.current.defaultValue;
		if (!isTypedBefore && unsent.found) area.current.value = unsent.found.message;
		if (isTypedBefore || unsent.found) write(area.current.value);
	}, [unsent.found]);
	useErrorsShown(form, errors);
	const preview = answer && answer !== left ? answer.preview : null;
	const pending = useSentForm()?.get("intent");
	const isMany = choices.length > 1;
	const isTyped = text.trim() !== "" && text !== filled?.typed.message;

	const ask = (intent: string) => {
		if (!form.current) return;
		const data = new FormData(form.current);
		data.set("intent", intent);
		submit(data, { method: "post", action: pathname + search, replace: true, preventScrollReset: true });
	};
	const onSubmit = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const intent = submitter instanceof HTMLButtonElement ? submitter.value : "preview";
		const { confirmed, ...wrong } = wrongSms(readSms(new FormData(event.currentTarget)));
		const shown = intent === "send" && confirmed ? { ...wrong, confirmed } : wrong;
		const isWrong = Object.keys(shown).length > 0;
		if (isWrong || intent !== "send") event.preventDefault();
		if (isWrong) setErrors(shown);
		else if (intent !== "send") ask(intent);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
		event.preventDefault();
		sendButton.current?.click();
	};
	const beside = ["message", "template", "confirmed", ...(isMany ? ["to"] : [])];
	return (
		<Dialog
			title="Send SMS"
			description={props.description}
			closeTo={props.closeTo}
			width={700}
			footer={
				<>
					<Button form={formId} name="intent" value="preview" icon={Eye} pending={pending === "preview"}>
						Preview
					</Button>
					<Button
						ref={sendButton}
						form={formId}
						name="intent"
						value="send"
						variant="primary"
						icon={Send}
						pending={pending === "send"}
						disabled={hydrated && text.trim() === ""}
					>
						Send SMS
					</Button>
				</>
			}
		>
			<SignedInForm
				ref={form}
				method="post"
				id={formId}
				noValidate
				onSubmit={onSubmit}
				onKeyDown={onKeyDown}
				className="group/email grid grid-cols-1 gap-4"
			>
				{/* why: Enter in a field previews, and does not send. */}
				<button type="submit" name="intent" value="preview" tabIndex={-1} aria-hidden className="sr-only" />
				<input type="hidden" name="applicationId" value={props.applicationId} />
				{props.stageId && <input type="hidden" name="stageId" value={props.stageId} />}
				{props.ids.map((id) => (
					<input key={id} type="hidden" name="id" value={id} />
				))}
				{!isMany && <input type="hidden" name="to" value={props.initial} />}
				<RecipientCounts choices={choices} />
				<input type="hidden" name="templateId" value={(filled ?? answer)?.typed.templateId ?? ""} />
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<FormErrors errors={errorsElsewhere(errors, beside)} />
				{props.warning}
				{preview && <PreviewedSms key={filled?.filled ?? ""} preview={preview} />}
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
						isTyped={isTyped}
						about="The template's text takes the place of yours."
						onChoose={() => ask("template")}
					/>
				)}
				{unsent.found && !answer && (
					<p role="status" className="text-text-2">
						Your unsent SMS is back as you left it.
					</p>
				)}
				<Field
					name="message"
					label="Text"
					errors={errors.message}
					required
					description={
						hydrated
							? `${describeSms(text, organisation.smsPrice)} Merge fields count as they stand here; the preview counts them filled in.`
							: "The preview shows how many messages it takes."
					}
				>
					{(wiring) => (
						<textarea
							key={filled?.filled ?? "typed"}
							ref={area}
							rows={5}
							{...wiring}
							data-autofocus
							defaultValue={answer?.typed.message ?? ""}
							onInput={({ currentTarget }) => {
								write(currentTarget.value);
								setLeft(answer);
								if (errors.message) setErrors({});
							}}
							className={controlClass("field-sizing-content max-h-80 min-h-28 resize-y py-2")}
						/>
					)}
				</Field>
				<MergeFieldPicker
					heading="h3"
					fields={fieldsOfEmails(organisation.aliases.course)}
					formFields={props.formFields}
					onChoose={hydrated ? (name) => area.current && insertIntoField(area.current, name) : undefined}
				/>
				<ConfirmRecipients typed={answer?.typed.confirmed ?? ""} errors={errors.confirmed} />
			</SignedInForm>
			<AskBeforeDiscard when={isTyped} about="Your SMS has not been sent." />
		</Dialog>
	);
};
