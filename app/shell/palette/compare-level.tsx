import { useNavigate } from "@remix-run/react";
import { User, Users } from "lucide-react";
import type { Steering } from "#app/shell/palette/level";
import { wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { ApplicantLine, PaletteItem } from "#app/shell/palette/palette-items";
import { useFoundApplicants } from "#app/shell/palette/use-found-applicants";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import type { FoundApplicant } from "#worker/services/search/contract";

interface CompareLevelProps {
	applicant: FoundApplicant;
	steering: Steering;
}

const whole = (text: string): string => text;

/** The applicants to compare with: the possible duplicates' page, or another one of the same application. */
export const CompareLevel = ({ applicant, steering }: CompareLevelProps) => {
	const { orgName } = useShell();
	const navigate = useNavigate();
	const words = wordsOf(steering.query);
	const { found, isPending } = useFoundApplicants(steering, whole);
	const others = (found?.applicants ?? []).filter(
		({ id, applicationId }) => id !== applicant.id && applicationId === applicant.applicationId,
	);
	const values = isPending ? [] : [...others.map(({ id }) => `other:${id}`), "other:page"];
	const here = `/${orgName}/duplicates/compare?first=${applicant.id}`;
	const go = (to: string) => {
		steering.close();
		navigate(to);
	};
	return (
		<PaletteFrame
			steering={steering}
			label="Compare with"
			about={applicant.name}
			values={values}
			count={others.length + 1}
			isPending={isPending}
			empty={found?.failure ?? "Nothing matches"}
			hints={{ "↑↓": "choose", "↵": "compare", esc: "back" }}
		>
			{others.map((other) => (
				<PaletteItem
					key={other.id}
					value={`other:${other.id}`}
					icon={User}
					disabled={isPending}
					onChoose={() => go(`${here}&second=${other.id}`)}
					aside={<StageBadge type={other.stage.type} name={other.stage.name} className="max-sm:max-w-28" />}
				>
					<ApplicantLine applicant={other} words={words} />
				</PaletteItem>
			))}
			<PaletteItem value="other:page" icon={Users} onChoose={() => go(here)}>
				Possible duplicates of {applicant.name}
			</PaletteItem>
		</PaletteFrame>
	);
};
