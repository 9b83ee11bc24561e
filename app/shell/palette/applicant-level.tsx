import { useLocation, useNavigate } from "@remix-run/react";
import { ArrowRight, ChevronRight, User } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import { actionsFor, factsAbout } from "#app/shell/applicant-actions";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import type { Level, Steering } from "#app/shell/palette/level";
import { Marked } from "#app/shell/palette/marked";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { PaletteItem } from "#app/shell/palette/palette-items";
import { useApplicantPayments } from "#app/shell/palette/payments/applicant-payments";
import { useApplicantAction } from "#app/shell/palette/use-applicant-action";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { TransactionStatusBadge } from "#app/shell/transaction-status-badge";
import { type Icon, iconProps } from "#app/ui/icon";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { FoundApplicant } from "#worker/services/search/contract";

interface ApplicantLevelProps {
	applicant: FoundApplicant;
	steering: Steering;
}

interface ApplicantChoice {
	value: string;
	title: string;
	icon: Icon;
	run(): void;
	/** Why it cannot be chosen. */
	refusal?: string;
}

const stagesValue = "action:stages";

export const ApplicantLevel = ({ applicant, steering }: ApplicantLevelProps) => {
	const { orgName, user, organisation } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	const runAction = useApplicantAction(steering);
	const words = wordsOf(steering.query);
	const toStages: Level = { kind: "stages", applicant };
	const answer = useApplicantPayments(applicant.id);
	const latest = answer?.ok ? answer.data.payments[0] : undefined;
	/** The actions that are levels, by their values. */
	const levels: Record<string, Level> = {
		[stagesValue]: toStages,
		"action:compare": { kind: "compare", applicant },
		"action:transactions": { kind: "payments", applicant },
	};
	const actions: ApplicantChoice[] = [
		{
			value: "action:open",
			title: "Open",
			icon: User,
			run: () => {
				steering.close();
				navigate(applicantAddress(orgName, applicant.id, location), { preventScrollReset: true });
			},
		},
		...(mayCall(user, may.changeApplicants)
			? [{ value: stagesValue, title: "Move to stage", icon: ArrowRight, run: () => steering.push(toStages) }]
			: []),
		...actionsFor(user.privileges, factsAbout(applicant, organisation)).map((action) => ({
			value: `action:${action.id}`,
			title: action.label,
			icon: action.icon,
			refusal: action.refusal,
			run: () => {
				const level = levels[`action:${action.id}`];
				if (level) steering.push(level);
				else runAction(action, applicant);
			},
		})),
	].filter(({ title }) => matchScore(title, words) > 0);
	return (
		<PaletteFrame
			steering={steering}
			label="Choose an action"
			about={
				<span className="flex items-center gap-2">
					<span className="truncate">{applicant.name}</span>
					<span role="status" className="shrink-0">
						{latest && (
							<>
								<VisuallyHidden>Latest payment: </VisuallyHidden>
								<TransactionStatusBadge status={latest.status} />
							</>
						)}
					</span>
				</span>
			}
			values={actions.filter(({ refusal }) => refusal === undefined).map(({ value }) => value)}
			count={actions.length}
			empty="Nothing matches"
			onActions={(value) => {
				const level = levels[value];
				if (level) steering.push(level);
				return level !== undefined;
			}}
			hints={{ "↑↓": "choose", "↵": "run", esc: "back" }}
		>
			{actions.map(({ value, title, icon, run, refusal }) => (
				<PaletteItem
					key={value}
					value={value}
					icon={icon}
					disabled={refusal !== undefined}
					onChoose={run}
					aside={
						value === stagesValue ? (
							<>
								<StageBadge type={applicant.stage.type} name={applicant.stage.name} />
								<ChevronRight {...iconProps} />
							</>
						) : refusal !== undefined ? (
							<span className="text-sm">{refusal}</span>
						) : (
							value in levels && <ChevronRight {...iconProps} />
						)
					}
				>
					<span>
						<Marked text={title} words={words} />
					</span>
				</PaletteItem>
			))}
		</PaletteFrame>
	);
};
