import { Trash2 } from "lucide-react";
import type { Editor } from "#app/routes/rankings/editor.server";
import { type FieldErrors as Errors, partField, type TypedPart } from "#app/routes/rankings/typed-scheme";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { FieldErrors } from "#app/ui/form/field";
import { TextField } from "#app/ui/form/text-field";

interface ScorePartFieldsProps {
	part: TypedPart;
	index: number;
	editor: Editor;
	errors: Errors;
}

const number = { inputMode: "decimal", autoComplete: "off" } as const;

/** One part of the score: its points, and how they are reached. */
export const ScorePartFields = ({ part, index, editor, errors }: ScorePartFieldsProps) => {
	const { what, name, criteria } = part;
	const label = what === "criteria" ? name : (editor.labels[what] ?? `${what.replace(/^.*:/, "")}, not in this form`);
	const field = (of: keyof TypedPart) => ({
		id: partField(index, of),
		name: partField(index, of),
		defaultValue: part[of],
		errors: errors[partField(index, of)],
	});
	const texts = editor.criteriaTexts[criteria] ?? [];
	return (
		<Card>
			<fieldset aria-label={label} className="grid min-w-0 gap-3 p-4">
				<input type="hidden" name={partField(index, "what")} value={what} />
				<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
					<span className="min-w-0 font-medium [overflow-wrap:anywhere]">{label}</span>
					<Button
						size="small"
						name="intent"
						value={`remove ${index}`}
						icon={Trash2}
						aria-label={`Remove ${label}`}
						className="ml-auto"
					>
						Remove
					</Button>
				</div>
				{errors[partField(index, "what")] && <FieldErrors errors={errors[partField(index, "what")] ?? []} />}
				{what === "criteria" && (
					<>
						<input type="hidden" name={partField(index, "name")} value={name} />
						<input type="hidden" name={partField(index, "criteria")} value={criteria} />
						<ul className="list-disc pl-5 text-text-2 [overflow-wrap:anywhere]">
							{texts.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
					</>
				)}
				<div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
					<TextField {...field("weight")} {...number} label="Points, at most" required />
					{what.startsWith("number:") && (
						<TextField
							{...field("outOf")}
							{...number}
							label="Out of"
							description="This number gives all points."
							required
						/>
					)}
					{what === "grades" && (
						<>
							<TextField
								{...field("subjects")}
								{...number}
								label="Best subjects"
								description="The best grade counts 8, a fail 0."
								required
							/>
							<TextField
								{...field("sittings")}
								{...number}
								label="Sittings, at most"
								description="Empty: any number."
							/>
						</>
					)}
				</div>
			</fieldset>
		</Card>
	);
};
