import type { Choice } from "#app/ui/form/choice";
import { requirementLabels, type StageRequirement } from "#worker/contract/stage-rules";
import { describeStageType } from "#worker/contract/stage-types";

interface KeptStep {
	id: string;
	name: string;
	type: string;
	emailTemplateId: string | null;
	pdfTemplateId: string | null;
	/** Left out in a state from before there were any. */
	smsTemplateId?: string | null;
	attachmentIds: readonly string[];
	nextStepIds: readonly string[] | null;
	roleIds: readonly string[];
	requirements: readonly StageRequirement[];
	/** Left out in a state from before there was any. */
	needsApproval?: boolean;
}

/** The stages of a former state in words, one line each. */
export const StepsInHistory = ({ steps, choices }: { steps: unknown; choices: readonly Choice[] }) => {
	const kept = steps as readonly KeptStep[];
	const nameOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? "something that no longer exists";
	const stepName = (id: string) => kept.find((step) => step.id === id)?.name ?? "a former stage";
	return (
		<span className="grid gap-0.5">
			{kept.map((step, index) => (
				<span key={step.id}>
					{index + 1}. {[step.name, ...aboutStep(step, nameOf, stepName)].join(" · ")}
				</span>
			))}
		</span>
	);
};

const aboutStep = (step: KeptStep, nameOf: (id: string) => string, stepName: (id: string) => string): string[] => {
	const { label } = describeStageType(step.type);
	const files = step.attachmentIds.length;
	return [
		label === step.name ? "" : label,
		step.emailTemplateId ? `email ${nameOf(step.emailTemplateId)}` : "",
		step.pdfTemplateId ? `letter ${nameOf(step.pdfTemplateId)}` : "",
		step.smsTemplateId ? `SMS ${nameOf(step.smsTemplateId)}` : "",
		files > 0 ? `${files} ${files === 1 ? "file" : "files"}` : "",
		step.nextStepIds ? `followed by ${step.nextStepIds.map(stepName).join(", ") || "no stage"}` : "",
		step.roleIds.length > 0 ? `only ${step.roleIds.map(nameOf).join(", ")}` : "",
		step.requirements.map((one) => requirementLabels[one].toLowerCase()).join(", "),
		step.needsApproval ? "a second person must approve" : "",
	].filter(Boolean);
};
