import { useSearchParams } from "@remix-run/react";
import { type MutableRefObject, useEffect, useRef, useState } from "react";
import { describeSms } from "#app/format/describe-sms";
import { htmlOfTyped } from "#app/format/typed-html";
import { PictureBar } from "#app/routes/templates/picture-bar";
import { useShell } from "#app/shell/shell-context";
import { controlClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { TextField } from "#app/ui/form/text-field";
import { type InsertText, insertIntoField } from "#app/ui/form-fields/insert-text";
import type { MergeLabels } from "#app/ui/form-fields/merge-pills";
import { RichTextControl } from "#app/ui/form-fields/rich-text-control";
import { useInsertWhereWritten } from "#app/ui/form-fields/use-insert-where-written";
import { TextLink } from "#app/ui/text-link";
import { useHydrated } from "#app/ui/use-hydrated";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { TemplateType } from "#worker/services/templates/contract";

interface TemplateFieldsProps {
	type: TemplateType;
	typed: { name: string; subject: string; content: string };
	errors: Readonly<Record<string, string[]>>;
	disabled: boolean;
	/** The labels of the merge fields, by name. */
	labels: MergeLabels;
	/** Set while the fields are mounted: inserts where the user wrote last. */
	insert: MutableRefObject<InsertText | undefined>;
}

/** The fields of a template; those of its type alone. */
export const TemplateFields = ({ type, typed, errors, disabled, labels, insert }: TemplateFieldsProps) => {
	const { place, intoText } = useInsertWhereWritten(insert);
	return (
		<div ref={place} className="grid min-w-0 grid-cols-1 content-start gap-4">
			{/* why: the headings of the text itself follow one of the page. */}
			<h2 className="sr-only">Name and text</h2>
			<TextField
				name="name"
				label="Name"
				defaultValue={typed.name}
				errors={errors.name ?? null}
				maxLength={120}
				autoComplete="off"
				disabled={disabled}
				required
			/>
			{type === "email" && (
				<TextField
					name="subject"
					label="Subject"
					defaultValue={typed.subject}
					errors={errors.subject ?? null}
					maxLength={300}
					autoComplete="off"
					disabled={disabled}
					required
				/>
			)}
			{type === "sms" ? (
				<SmsField content={typed.content} errors={errors.content ?? null} disabled={disabled} insert={intoText} />
			) : (
				<FormattedField
					type={type}
					content={typed.content}
					errors={errors.content ?? null}
					disabled={disabled}
					labels={labels}
					insert={intoText}
				/>
			)}
		</div>
	);
};

interface TextFieldProps {
	content: string;
	errors: readonly string[] | null;
	disabled: boolean;
	insert: MutableRefObject<InsertText | undefined>;
}

const FormattedField = ({
	type,
	content,
	errors,
	disabled,
	labels,
	insert,
}: TextFieldProps & { type: TemplateType; labels: MergeLabels }) => {
	const hydrated = useHydrated();
	const [isSource, setSource] = useState(false);
	const { orgName } = useShell();
	const [params] = useSearchParams();
	const pictureTo = `/${orgName}/manage-template/picture?id=${encodeURIComponent(params.get("id") ?? "")}`;
	const asSource = "An empty line begins a new paragraph. Marks such as <b>bold</b> are kept.";
	const beyond =
		"This text has more than the editor shows, a picture from elsewhere for example. Change its HTML here.";
	const picturePage = (
		<>
			{" "}
			<TextLink to={pictureTo} target="_blank">
				Add a picture<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
			</TextLink>
		</>
	);
	return (
		<Field
			name="content"
			label="Text"
			errors={errors}
			disabled={disabled}
			required
			description={
				(!hydrated || isSource) && (
					<>
						{hydrated ? beyond : asSource}
						{!disabled && picturePage}
					</>
				)
			}
		>
			{(wiring) =>
				disabled ? (
					<textarea {...wiring} rows={12} defaultValue={content} className={controlClass("resize-y py-2")} />
				) : (
					<RichTextControl
						wiring={wiring}
						label="Text"
						source={content}
						readTyped={htmlOfTyped}
						insert={insert}
						onBeyondEditor={() => setSource(true)}
						titleLevel={type === "document" ? 1 : 2}
						mergeLabels={labels}
						pictureTool={PictureBar}
					/>
				)
			}
		</Field>
	);
};

/** The text of an SMS, with the messages that it takes while it is typed. */
const SmsField = ({ content, errors, disabled, insert }: TextFieldProps) => {
	const area = useRef<HTMLTextAreaElement>(null);
	const { smsPrice } = useShell().organisation;
	const [text, setText] = useState(content);
	useEffect(() => {
		insert.current = (field) => area.current && insertIntoField(area.current, field);
	}, [insert]);
	return (
		<Field
			name="content"
			label="Text"
			errors={errors}
			disabled={disabled}
			required
			description={`${describeSms(text, smsPrice)} Merge fields count as they stand here; the preview counts them filled in.`}
		>
			{(wiring) => (
				<textarea
					ref={area}
					rows={5}
					{...wiring}
					defaultValue={content}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
					className={controlClass("field-sizing-content max-h-80 min-h-28 resize-y py-2")}
				/>
			)}
		</Field>
	);
};
