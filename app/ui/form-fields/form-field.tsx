import type { ReactNode } from "react";
import {
	BoxAnswer,
	ChoicesAnswer,
	CountryAnswer,
	RadioAnswer,
	SelectAnswer,
	YesNoAnswer,
} from "#app/ui/form-fields/choice-answer";
import { fieldAnchor, shownField } from "#app/ui/form-fields/field-names";
import { FileAnswer } from "#app/ui/form-fields/file-answer";
import { PictureAnswer } from "#app/ui/form-fields/picture-answer";
import { PlaceAnswer } from "#app/ui/form-fields/place-answer";
import { ResultsAnswer } from "#app/ui/form-fields/results-answer";
import {
	DayAnswer,
	LineAnswer,
	LongAnswer,
	RangeAnswer,
	RichTextAnswer,
	UnknownAnswer,
} from "#app/ui/form-fields/text-answer";
import { type FieldKind, kindOf } from "#worker/contract/forms/field-kind";
import type { Places } from "#worker/contract/forms/form-rules";
import { type FormCol, fieldLabel } from "#worker/contract/forms/form-schema";
import type { Slot } from "#worker/contract/forms/form-slots";
import type { FileOfForm } from "#worker/contract/forms/form-values";

export interface FormFieldProps {
	slot: Slot;
	answer: unknown;
	errors?: readonly string[];
	files?: readonly FileOfForm[];
	/** Those of them that are to be removed. */
	removedFiles?: readonly string[];
	/** Returns a file's address; undefined for one that is not stored yet. */
	fileHref?: (file: FileOfForm) => string | undefined;
	/** For fields whose source they are. */
	places?: Places;
}

export interface AnswerProps extends Omit<FormFieldProps, "slot"> {
	col: FormCol;
	field: {
		id: string;
		name: string;
		label: string;
		description?: ReactNode;
		errors?: readonly string[];
		required?: boolean;
	};
}

/** One field of a form to be answered: by its type, with or without JavaScript (§3 Form schema). */
export const FormField = ({ slot: { fieldId, col }, ...rest }: FormFieldProps) => {
	const label = fieldLabel(col);
	const Answer = answers[kindOf(col)];
	const field = {
		id: fieldAnchor(fieldId),
		name: fieldId,
		label,
		description: aboutOf(col, label),
		errors: rest.errors,
		required: col.props.required,
	};
	return (
		<>
			<input type="hidden" name={shownField} value={fieldId} />
			<Answer {...rest} col={col} field={field} />
		</>
	);
};

/** The full question where the field has a shorter label, and its help text. */
const aboutOf = ({ props }: FormCol, shown: string): string | undefined =>
	[props.label !== shown && props.label, props.help].filter(Boolean).join(" · ") || undefined;

const answers: Record<FieldKind, (props: AnswerProps) => ReactNode> = {
	text: LineAnswer,
	number: LineAnswer,
	phone: LineAnswer,
	email: LineAnswer,
	textarea: LongAnswer,
	wysiwyg: RichTextAnswer,
	select: SelectAnswer,
	country: CountryAnswer,
	radio: RadioAnswer,
	checkbox: BoxAnswer,
	choices: ChoicesAnswer,
	"yes-no": YesNoAnswer,
	date: RangeAnswer,
	"single-date": DayAnswer,
	file: FileAnswer,
	camera: PictureAnswer,
	place: PlaceAnswer,
	"neco-result": ResultsAnswer,
	unknown: UnknownAnswer,
};

const wideKinds = new Set<FieldKind>(["textarea", "wysiwyg", "neco-result", "camera"]);

/** Checks whether the field needs the width of the whole page. */
export const isWideField = (col: FormCol): boolean => wideKinds.has(kindOf(col));
