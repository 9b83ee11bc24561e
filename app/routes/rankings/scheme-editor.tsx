import { useNavigation } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import type { Editor, EditorAnswer } from "#app/routes/rankings/editor.server";
import { ScorePartFields } from "#app/routes/rankings/score-part-fields";
import { SeatsFields } from "#app/routes/rankings/seats-fields";
import { addField, type TypedScheme } from "#app/routes/rankings/typed-scheme";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { CheckboxColumns } from "#app/ui/form/checkbox-columns";
import { selectClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { SelectField } from "#app/ui/form/select-field";
import { TextField } from "#app/ui/form/text-field";
import { useAnswerShown } from "#app/ui/form/use-answer-shown";
import { allPoints } from "#worker/contract/ranking/score-parts";

interface SchemeEditorProps {
	typed: TypedScheme;
	editor: Editor;
	answer: EditorAnswer | undefined;
	/** Why no answer came. */
	error: string | undefined;
	idempotencyKey: string;
	/** The version that the form began with; null for a new scheme. */
	version: number | null;
	cancelTo: string;
}

/** A scheme as a form: what gives points, the shares and seats, and the states. */
export const SchemeEditor = ({
	typed,
	editor,
	answer,
	error,
	idempotencyKey,
	version,
	cancelTo,
}: SchemeEditorProps) => {
	const form = useRef<HTMLFormElement>(null);
	const [opened] = useState(version);
	useAnswerShown(form, answer, (focus) => [`[name="${focus}"]`]);
	const navigation = useNavigation();
	const sent = navigation.formMethod === "POST" ? navigation.formData?.get("intent") : undefined;
	const errors = answer?.errors ?? {};
	const points = typed.parts.reduce((sum, { weight }) => sum + (Number(weight) || 0), 0);
	return (
		<SignedInForm method="post" id="scheme-form" ref={form} noValidate preventScrollReset className="grid gap-4">
			{/* why: Enter in a field presses the first button, which must not remove a part. */}
			<button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden className="sr-only" />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			<input type="hidden" name="version" value={(answer ? answer.version : opened) ?? ""} />
			<FormErrors errors={error ? [error] : answer?.formErrors} />
			<Card className="grid items-start gap-3 p-4 sm:grid-cols-2">
				<TextField
					name="name"
					label="Name"
					defaultValue={typed.name}
					errors={errors.name}
					maxLength={120}
					autoComplete="off"
					required
				/>
				<SelectField
					name="stage"
					label="Who competes"
					options={editor.stages.map(({ value, label }) => ({ value, label: `Only those at “${label}”` }))}
					placeholder="Everybody who submitted and is not declined"
					defaultValue={typed.stage}
					errors={errors.stage}
				/>
			</Card>
			<section aria-labelledby="points" className="grid gap-3">
				<h2 id="points" className="font-medium">
					Points{" "}
					<span className="font-normal text-text-2">
						{points} of {allPoints}
					</span>
				</h2>
				<p className="text-text-2">
					A number or grades give points in proportion. Criteria give all their points when all of them are met. What is
					not known of an applicant is shown separately, and never counts as zero.
				</p>
				<ol className="grid gap-3">
					{typed.parts.map((part, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and the form is drawn anew when one goes.
						<li key={index}>
							<ScorePartFields part={part} index={index} editor={editor} errors={errors} />
						</li>
					))}
				</ol>
				<fieldset aria-label="Add a part of the score" className="flex min-w-0 flex-wrap items-end gap-2.5">
					<Field
						name={addField}
						label="Further points for"
						errors={errors[addField]}
						className="min-w-48 flex-1 sm:max-w-80"
					>
						{(wiring) => (
							<select {...wiring} defaultValue="" className={selectClass}>
								<option value="">Choose what gives points</option>
								{editor.kinds.map((group) => (
									<optgroup key={group.label} label={group.label}>
										{group.kinds.map(({ value, label }) => (
											<option key={value} value={value}>
												{label}
											</option>
										))}
									</optgroup>
								))}
							</select>
						)}
					</Field>
					<Button name="intent" value="add" icon={Plus}>
						Add points
					</Button>
				</fieldset>
			</section>
			<SeatsFields typed={typed} errors={errors} courses={editor.courses} />
			<div className="grid gap-4 md:grid-cols-2">
				<States name="catchment" label="Catchment area" states={editor.states} chosen={typed.catchmentStates} />
				<States
					name="elds"
					label="Educationally less developed states"
					states={editor.states}
					chosen={typed.eldsStates}
				/>
			</div>
			<div className="flex flex-wrap items-center gap-2.5">
				<Button variant="primary" name="intent" value="save" pending={sent === "save"}>
					Save
				</Button>
				<LinkButton to={cancelTo}>Cancel</LinkButton>
				<span className="text-sm text-text-2">Nobody is ranked or moved by saving.</span>
			</div>
		</SignedInForm>
	);
};

interface StatesProps {
	name: string;
	label: string;
	states: readonly string[];
	chosen: readonly string[];
}

/** States of origin of which any number counts; those that forms no longer have stay. */
const States = ({ name, label, states, chosen }: StatesProps) => (
	<CheckboxColumns
		name={name}
		legend={label}
		choices={[...new Set([...states, ...chosen])].map((state) => ({ value: state, label: state }))}
		chosen={chosen}
	/>
);
