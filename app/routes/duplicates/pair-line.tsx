import { fullName } from "#app/format/names";
import { likeness } from "#app/list/sheet/likeness";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { Button, LinkButton } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { formatDate } from "#worker/contract/text/dates";
import type { Pair } from "#worker/services/duplicates/contract";

interface PairLineProps {
	pair: Pair;
	here: string;
	search: string;
	mayDismiss: boolean;
}

export const comparisonOf = (here: string, { first, second }: Pair): string =>
	`${here}/compare?first=${encodeURIComponent(first.id)}&second=${encodeURIComponent(second.id)}`;

export const pairId = ({ first, second }: Pair): string => `${first.id}-${second.id}`;

/** A pair of applicants, why they may be the same person, and what staff can do. */
export const PairLine = ({ pair, here, search, mayDismiss }: PairLineProps) => {
	const { first, second, reasons, dismissed } = pair;
	const { organisation } = useShell();
	const id = pairId(pair);
	const names = `${fullName(first)} (${first.applicationNumber}) and ${fullName(second)} (${second.applicationNumber})`;
	return (
		<li
			id={`pair-${id}`}
			aria-labelledby={`why-${id}`}
			className="grid scroll-my-16 grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 has-[:focus-visible]:shadow-[inset_2px_0_var(--accent)] max-sm:px-3 lg:grid-cols-[minmax(0,1fr)_auto]"
		>
			<div className="min-w-0">
				<h2 id={`why-${id}`} className="text-base font-medium first-letter:uppercase">
					{likeness(reasons)}
				</h2>
				{dismissed && (
					<p className="text-sm text-text-3">
						Marked as not duplicates by {dismissed.by} on {formatDate(dismissed.at, organisation.timeZone)}
					</p>
				)}
			</div>
			<div className="flex flex-wrap items-start gap-2 max-lg:order-last">
				{mayDismiss && (
					<SignedInForm id={`dismiss-${id}`} action={here + search} preventScrollReset>
						<input type="hidden" name="firstId" value={first.id} />
						<input type="hidden" name="secondId" value={second.id} />
						<input type="hidden" name="names" value={names} />
						<input type="hidden" name="isDismissed" value={String(!dismissed)} />
						<Button size="small">
							{dismissed ? "Review again" : "Not duplicates"}
							<VisuallyHidden>: {names}</VisuallyHidden>
						</Button>
					</SignedInForm>
				)}
				<LinkButton id={`compare-${id}`} to={comparisonOf(here, pair)} size="small" variant="primary">
					Compare<VisuallyHidden> {names}</VisuallyHidden>
				</LinkButton>
			</div>
			<ul className="grid gap-y-1 lg:col-span-2">
				{[first, second].map((applicant) => (
					<OneOfTwo key={applicant.id} applicant={applicant} to={here.replace(/duplicates$/, "applicants")} />
				))}
			</ul>
		</li>
	);
};

const OneOfTwo = ({ applicant, to }: { applicant: Pair["first"]; to: string }) => {
	const { organisation } = useShell();
	const { id, applicationNumber, stage, course, regDate } = applicant;
	return (
		<li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 max-lg:border-l-2 max-lg:border-line max-lg:py-0.5 max-lg:pl-3 lg:h-8 lg:grid-cols-[minmax(0,1.4fr)_132px_190px_minmax(0,1fr)_170px]">
			<TextLink
				to={`${to}/${id}`}
				className="max-w-full min-w-0 justify-self-start font-medium [overflow-wrap:anywhere] lg:truncate"
			>
				{fullName(applicant)}
			</TextLink>
			<span className="text-text-2 tabular-nums max-lg:col-span-2 max-lg:row-start-2">{applicationNumber}</span>
			<span className="min-w-0 max-lg:col-start-2 max-lg:row-start-1 max-lg:max-w-40">
				<StageBadge type={stage.type} name={stage.name} />
			</span>
			<span className="truncate max-lg:col-span-2 max-lg:text-text-2 max-lg:whitespace-normal">
				{course.code} · {course.title}
			</span>
			<span className="text-text-2 tabular-nums max-lg:col-span-2 lg:text-right">
				<span className="lg:sr-only">Registered </span>
				{formatDate(regDate, organisation.timeZone)}
			</span>
		</li>
	);
};
