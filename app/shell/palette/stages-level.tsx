import type { Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import { useStageSteps } from "#app/shell/palette/use-stage-steps";
import { StageBadge } from "#app/ui/badge";
import { stageIcon } from "#app/ui/stage-icons";
import { describeStageType } from "#worker/contract/stage-types";
import type { FoundApplicant } from "#worker/services/search/contract";

interface StagesLevelProps {
	applicant: FoundApplicant;
	steering: Steering;
}

/** Every step of the workflow; the applicant's present one cannot be chosen. */
export const StagesLevel = ({ applicant, steering }: StagesLevelProps) => {
	const { form, failure } = useStageSteps(applicant.id);
	const words = wordsOf(steering.query);
	const steps = (form?.steps ?? []).filter(
		({ name, type }) => matchScore(`${name} ${describeStageType(type).label}`, words) > 0,
	);
	return (
		<PaletteFrame
			steering={steering}
			label="Move to stage"
			about={applicant.name}
			count={steps.length}
			isPending={!form && !failure}
			empty={failure ?? (form ? "Nothing matches" : "Loading the stages…")}
			hints={{ "↑↓": "choose", "↵": "comment", esc: "back" }}
		>
			{steps.map((step) => (
				<PaletteItem
					key={step.id}
					value={`step:${step.id}`}
					icon={stageIcon(describeStageType(step.type).icon)}
					disabled={step.current}
					onChoose={() => steering.push({ kind: "move", applicant, step })}
					aside={step.current && <span className="text-sm">The applicant is at this stage</span>}
				>
					<StageBadge type={step.type} name={step.name} />
				</PaletteItem>
			))}
		</PaletteFrame>
	);
};
