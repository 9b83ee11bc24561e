import { ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { htmlOfTyped } from "#app/format/typed-html";
import type { EmailErrors } from "#app/routes/emails/email-form";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Field } from "#app/ui/form/field";
import { TextField } from "#app/ui/form/text-field";
import { type InsertText, insertIntoField } from "#app/ui/form-fields/insert-text";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";
import { iconProps } from "#app/ui/icon";
import { useHydrated } from "#app/ui/use-hydrated";
import { capitalise } from "#worker/contract/text/capitalise";
import { mergeFields } from "#worker/contract/text/merge-fields";

interface EmailTextFieldsProps {
	subject: string;
	message: string;
	errors: EmailErrors;
	/** Merge fields that no recipient has a value for. */
	unfillable: readonly string[];
}

export const EmailTextFields = ({ subject, message, errors, unfillable }: EmailTextFieldsProps) => {
	const hydrated = useHydrated();
	const place = useRef<HTMLDivElement>(null);
	const intoMessage = useRef<InsertText>();
	const isInSubject = useRef(false);
	useEffect(() => {
		const note = ({ target }: FocusEvent) => {
			if (target instanceof HTMLElement && target.matches("input, textarea, [role=textbox]"))
				isInSubject.current = target.matches("[name='subject']");
		};
		const fields = place.current;
		fields?.addEventListener("focusin", note);
		return () => fields?.removeEventListener("focusin", note);
	}, []);
	const insert = (text: string) => {
		const field = place.current?.querySelector<HTMLInputElement>("input[name='subject']");
		if (isInSubject.current && field) insertIntoField(field, text);
		else intoMessage.current?.(text);
	};
	return (
		<div ref={place} className="grid grid-cols-1 gap-4">
			<TextField
				name="subject"
				label="Subject"
				defaultValue={subject}
				errors={errors.subject}
				required
				autoComplete="off"
				autoFocusInDialog
			/>
			<Field
				name="message"
				label="Message"
				errors={errors.message}
				required
				description={!hydrated && "An empty line begins a new paragraph. Marks such as <b>bold</b> are kept."}
			>
				{(wiring) => (
					<RichTextControl
						wiring={wiring}
						label="Message"
						source={message}
						heightClass={messageHeight}
						readTyped={htmlOfTyped}
						insert={intoMessage}
					/>
				)}
			</Field>
			<MergeFields unfillable={unfillable} onChoose={hydrated ? insert : undefined} />
		</div>
	);
};

/** §9: the editor is 500 px high where the screen allows it. */
const messageHeight = "h-[min(500px,55dvh)] min-h-40";

/** why: these fields have a value only in a stage change. */
const offered = mergeFields.filter((field) => !("isOfChange" in field));
const offeredBesides = (unfillable: readonly string[], courseAlias: string) =>
	offered
		.filter(({ name }) => !unfillable.includes(name))
		.map(({ name, label }) => ({ name, label: label.replace(/^Course/, capitalise(courseAlias)) }));

interface MergeFieldsProps extends Pick<EmailTextFieldsProps, "unfillable"> {
	onChoose: InsertText | undefined;
}

/** The merge fields. With scripts a click inserts one at the cursor. */
const MergeFields = ({ unfillable, onChoose }: MergeFieldsProps) => {
	const { organisation } = useShell();
	return (
		<details className="group/fields rounded-md border border-line bg-bg px-3 py-2">
			<summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-sm font-medium [&::-webkit-details-marker]:hidden">
				<ChevronRight {...iconProps} className="text-text-3 group-open/fields:rotate-90" />
				Merge fields
			</summary>
			<p className="mt-1.5 text-sm text-text-2">
				{onChoose
					? "Choose one to put it where you are writing."
					: "Type one, with its braces, where its value is to stand."}{" "}
				Each applicant gets their own.
			</p>
			<ul className="mt-2 flex flex-wrap gap-1.5">
				{offeredBesides(unfillable, organisation.aliases.course).map(({ name, label }) => (
					<li key={name}>
						{onChoose ? (
							<Button type="button" size="small" title={`{{${name}}}`} onClick={() => onChoose(`{{${name}}}`)}>
								{label}
							</Button>
						) : (
							<span className="mr-3 inline-block">
								{label} <code className="text-sm text-text-2">{`{{${name}}}`}</code>
							</span>
						)}
					</li>
				))}
			</ul>
		</details>
	);
};
