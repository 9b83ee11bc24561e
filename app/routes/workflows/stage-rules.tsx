import { RecordInput } from "#app/records/record-field";
import type { Choice } from "#app/ui/form/choice";
import { requirementLabels, stageRequirements } from "#worker/contract/stage-rules";

interface StageRulesProps {
	/** Returns the value and the errors of a field. */
	about(name: string): { value: unknown; errors: readonly string[] | null; timeZone: string };
	choices: Readonly<Record<"nextStepIds" | "roleIds", readonly Choice[]>>;
	/** Whether the stage has any: then they are open. */
	hasRules: boolean;
}

const requirements = stageRequirements.map((value) => ({ value, label: requirementLabels[value] }));

/** The rules of a stage, all off unless they are chosen. */
export const StageRules = ({ about, choices, hasRules }: StageRulesProps) => (
	<details open={hasRules} className="[&>div]:mt-3">
		<summary className="w-fit cursor-pointer rounded-sm text-accent">Rules</summary>
		<div className="grid gap-4">
			<p className="text-sm text-text-2">
				Without rules, everybody who may change applicants moves them from any stage to any other.
			</p>
			<RecordInput
				field={{ as: "choices", name: "requirements", label: "What an applicant needs to be moved here" }}
				{...about("requirements")}
				choices={requirements}
				isFirst={false}
			/>
			<RecordInput
				field={{
					as: "choices",
					name: "roleIds",
					label: "Who may move applicants here",
					description: "Everybody who may change applicants, unless roles are chosen.",
				}}
				{...about("roleIds")}
				choices={choices.roleIds}
				isFirst={false}
			/>
			<RecordInput
				field={{
					as: "flag",
					name: "needsApproval",
					label: "A second person must approve",
					description: "Applicants are moved here by a release only, which one person proposes and another approves.",
				}}
				{...about("needsApproval")}
				choices={[]}
				isFirst={false}
			/>
			{choices.nextStepIds.length > 0 && (
				<>
					<RecordInput
						field={{
							as: "flag",
							name: "limitsNext",
							label: "Only some stages may follow",
							description: "Those that are ticked below; none ticked means that applicants stay here.",
						}}
						{...about("limitsNext")}
						choices={[]}
						isFirst={false}
					/>
					<RecordInput
						field={{ as: "choices", name: "nextStepIds", label: "Stages that may follow" }}
						{...about("nextStepIds")}
						choices={choices.nextStepIds}
						isFirst={false}
					/>
				</>
			)}
		</div>
	</details>
);
