import { Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { inAlias } from "#app/format/in-alias";
import { ConditionFields } from "#app/routes/assistant/condition-fields";
import {
	andOf,
	type FieldErrors as Errors,
	nameOf,
	newCriterion,
	orOf,
	type TypedCondition,
} from "#app/routes/assistant/condition-names";
import type { Editor } from "#app/routes/assistant/editor.server";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { Checkbox } from "#app/ui/checkbox";
import type { Choice } from "#app/ui/form/choice";
import { selectClass } from "#app/ui/form/control-class";
import { Field, FieldErrors } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { useAnswerShown } from "#app/ui/form/use-answer-shown";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { maxCriteria } from "#worker/contract/criteria/terms";

/** What the form answered: itself with a condition more or less, or with what is wrong. */
export interface EditorAnswer {
	editor: Editor;
	errors: Errors;
	formErrors: readonly string[];
	/** What takes the focus: a condition, by the beginning of its names, or a field; null for the first that is wrong. */
	focus: string | null;
	/** The result of the form, for screen readers. */
	said: string | null;
	/** Another one for each answer. */
	stamp: string;
}

interface CriteriaEditorProps {
	editor: Editor;
	answer: EditorAnswer | undefined;
	idempotencyKey: string;
	/** The address of the form, which names the application also where the address of the screen does not. */
	to: string;
	/** What was typed, and the stage whose applicants are judged. */
	kept: { prompt: string; stage: string };
}

/** The criteria as a form: conditions are added, changed and removed, and then the applicants are judged by them. */
export const CriteriaEditor = ({ editor, answer, idempotencyKey, to, kept }: CriteriaEditorProps) => {
	const { typed } = editor;
	const course = useShell().organisation.aliases.course;
	const form = useRef<HTMLFormElement>(null);
	useAnswerShown(form, answer, (focus) => [
		`[data-condition="${focus}"] :is(input:not([type=hidden], [name$="-not"]), select, textarea)`,
		`[name="${focus}"], [name="${focus}-not"]`,
	]);
	const sent = useSentForm()?.get("intent");
	return (
		<SignedInForm
			method="post"
			action={to}
			id="criteria-form"
			ref={form}
			noValidate
			preventScrollReset
			className="grid gap-3"
		>
			{/* why: Enter in a field presses the first button, which must not remove a condition. */}
			<button type="submit" name="intent" value="judge" tabIndex={-1} aria-hidden className="sr-only" />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="prompt" value={kept.prompt} />
			<input type="hidden" name="stage" value={kept.stage} />
			<FormErrors errors={answer?.formErrors} />
			<ol className="grid gap-3 empty:hidden">
				{typed.map((alternatives, criterion) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: criteria have no other name, and the form is drawn anew when one goes.
					<li key={criterion}>
						<Card>
							<fieldset className="grid min-w-0 gap-3 px-4 pt-3 pb-4">
								<legend className="float-left mb-2 w-full font-medium">Criterion {criterion + 1}</legend>
								{alternatives.map((conditions, alternative) =>
									conditions.map((condition, index) => {
										const name = nameOf({ criterion, alternative, condition: index });
										const label = inAlias(editor.labels[condition.what] ?? condition.what, course);
										return (
											<div key={name} className="grid min-w-0 gap-3">
												{(alternative > 0 || index > 0) && (
													<p className="text-sm font-medium text-text-2">{index > 0 ? "and" : "or"}</p>
												)}
												<Condition
													name={name}
													label={label}
													condition={condition}
													criterion={criterion}
													choices={editor.choices[condition.what]}
													errors={answer?.errors ?? {}}
												/>
											</div>
										);
									}),
								)}
							</fieldset>
						</Card>
					</li>
				))}
			</ol>
			<AddCondition editor={editor} course={course} />
			<div className="flex flex-wrap items-center gap-2.5">
				<Button variant="primary" name="intent" value="judge" pending={sent === "judge"}>
					Judge applicants
				</Button>
				<span className="text-sm text-text-2">All criteria must be met. Nobody is moved.</span>
			</div>
		</SignedInForm>
	);
};

interface ConditionProps {
	/** The beginning of its fields' names. */
	name: string;
	/** What it is about. */
	label: string;
	condition: TypedCondition;
	/** The place of its criterion. */
	criterion: number;
	choices: readonly Choice[] | undefined;
	errors: Errors;
}

/** One condition: its fields, its opposite, and the button that removes it. */
const Condition = ({ name, label, condition, criterion, choices, errors }: ConditionProps) => (
	<fieldset aria-label={label} data-condition={name} className="grid min-w-0 gap-2 border-l-2 border-line-2 pl-3">
		<input type="hidden" name={`${name}-what`} value={condition.what} />
		<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
			<span className="min-w-0 font-medium [overflow-wrap:anywhere]">{label}</span>
			<label htmlFor={`${name}-not`} className="flex min-h-8 items-center gap-2 text-text-2">
				<Checkbox id={`${name}-not`} name={`${name}-not`} defaultChecked={condition.not} />
				Must not hold
			</label>
			<Button
				size="small"
				name="intent"
				value={`remove ${name}`}
				icon={Trash2}
				aria-label={`Remove ${label} from criterion ${criterion + 1}`}
				className="ml-auto"
			>
				Remove
			</Button>
		</div>
		{errors[`${name}-what`] && <FieldErrors errors={errors[`${name}-what`] ?? []} />}
		<ConditionFields name={name} label={label} typed={condition} choices={choices} errors={errors} />
	</fieldset>
);

/** Adds a condition of any kind, to a criterion or as one of its own. */
const AddCondition = ({ editor: { typed, kinds }, course }: { editor: Editor; course: string }) => {
	const places = [
		...(typed.length < maxCriteria ? [{ value: newCriterion, label: "As a criterion of its own" }] : []),
		...typed.flatMap((alternatives, criterion) => [
			...alternatives.map((_, alternative) => ({
				value: andOf(criterion, alternative),
				label:
					alternatives.length === 1
						? `Criterion ${criterion + 1}: and also`
						: `Criterion ${criterion + 1}, alternative ${alternative + 1}: and also`,
			})),
			{ value: orOf(criterion), label: `Criterion ${criterion + 1}: or instead` },
		]),
	];
	return (
		<fieldset aria-label="Add a condition" className="flex min-w-0 flex-wrap items-end gap-2.5">
			<Field name="add-what" label="Condition" className="min-w-48 flex-1 sm:max-w-80">
				{(wiring) => (
					<select {...wiring} defaultValue="" className={selectClass}>
						<option value="">Choose what it is about</option>
						{kinds.map((group) => (
							<optgroup key={group.label} label={group.label}>
								{group.kinds.map(({ what, label }) => (
									<option key={what} value={what}>
										{inAlias(label, course)}
									</option>
								))}
							</optgroup>
						))}
					</select>
				)}
			</Field>
			{typed.length > 0 && (
				<SelectField name="add-where" label="Where" options={places} className="min-w-48 flex-1 sm:max-w-72" />
			)}
			<Button name="intent" value="add" icon={Plus}>
				Add condition
			</Button>
		</fieldset>
	);
};
