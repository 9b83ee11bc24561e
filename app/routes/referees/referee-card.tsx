import { CircleCheck, Clock } from "lucide-react";
import { formatDateTime } from "#app/format/dates";
import { missing } from "#app/format/missing";
import type { ReadReferee } from "#app/routes/referees/read-referees.server";
import { outcomeLabels } from "#app/routes/referees/referee-sentences";
import { RenotifyForm } from "#app/routes/referees/renotify-form";
import { useShell } from "#app/shell/shell-context";
import { Badge } from "#app/ui/badge";
import { FormView } from "#app/ui/form-view/form-view";
import type { NotifyOutcome } from "#worker/services/referees/contract";

interface RefereeCardProps {
	referee: ReadReferee;
	/** The outcome of the renotification just sent. */
	outcome: NotifyOutcome | undefined;
	mayNotify: boolean;
	idempotencyKey: string;
}

/** One referee: name, status (§4), answers, and 'Renotify'. */
export const RefereeCard = ({ referee, outcome, mayNotify, idempotencyKey }: RefereeCardProps) => {
	const { organisation } = useShell();
	const { id, name, email, phone, isSubmitted, invitedAt, answeredAt, sections } = referee;
	const at = (label: string, time: number | null) =>
		time !== null && `${label} ${formatDateTime(time, organisation.timeZone)}`;
	const times = [at("Asked", invitedAt), at("Answered", answeredAt)].filter(Boolean);
	return (
		<li className="rounded-lg border border-line bg-panel">
			<div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
				<div className="min-w-0 flex-1 basis-60">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">
							<bdi>{name}</bdi>
						</h3>
						<Badge colour={isSubmitted ? "green" : "amber"} icon={isSubmitted ? CircleCheck : Clock}>
							{isSubmitted ? "Submitted" : "Not Submitted"}
						</Badge>
					</div>
					<p className="text-text-2 [overflow-wrap:anywhere]">
						{email} · <span className="whitespace-nowrap tabular-nums">{phone ?? missing}</span>
					</p>
					{times.length > 0 && <p className="text-sm text-text-3">{times.join(" · ")}</p>}
				</div>
				{mayNotify && !isSubmitted && (
					<RenotifyForm ids={[id]} idempotencyKey={idempotencyKey} label="Renotify" about={name} />
				)}
				{outcome && (
					<p className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1">
						<Badge colour={outcomeLabels[outcome.outcome].colour}>{outcomeLabels[outcome.outcome].label}</Badge>
						{outcome.reason && <span className="text-text-2">{outcome.reason}</span>}
					</p>
				)}
			</div>
			{isSubmitted && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard.
				<section tabIndex={0} aria-label={`Reference by ${name}`} className={details}>
					{sections.length > 0 ? (
						<FormView sections={sections} headingLevel={4} timeZone={organisation.timeZone} />
					) : (
						<p className="text-text-2">They left every question open.</p>
					)}
				</section>
			)}
		</li>
	);
};

/** §9: referee details are at most 400 px high. */
const details = "max-h-100 overflow-y-auto rounded-b-lg border-t border-line px-4 py-3.5";
