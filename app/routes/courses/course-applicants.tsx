import { useLocation } from "@remix-run/react";
import { fullName } from "#app/format/names";
import { formatRange } from "#app/format/numbers";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { TextLink } from "#app/ui/text-link";
import type { CourseApplicant } from "#worker/services/courses/contract";

export interface PageOfApplicants {
	applicants: readonly CourseApplicant[];
	total: number;
	page: number;
	size: number;
}

/** The applicants of a course in all applications, the newest first. */
export const CourseApplicants = ({ shown }: { shown: PageOfApplicants | null }) => {
	const { orgName } = useShell();
	const { pathname, search } = useLocation();
	if (!shown) return null;
	const { applicants, total, page, size } = shown;
	const at = (index: number) => {
		const params = new URLSearchParams(search);
		params.set("after", String(index));
		return `${pathname}?${params}`;
	};
	return (
		<section aria-labelledby="course-applicants" className="mt-5 grid gap-2">
			<h3 id="course-applicants" className="font-medium">
				Applicants {total > 0 && <span className="font-normal text-text-2">{formatRange({ page, size, total })}</span>}
			</h3>
			{total === 0 && <p className="text-text-2">There are no applicants to show.</p>}
			<ul className="grid gap-2">
				{applicants.map((applicant) => (
					<li key={applicant.id} className="flex flex-wrap items-center gap-x-3">
						<TextLink to={`/${orgName}/applicants/${applicant.id}?application=${applicant.applicationId}`}>
							{fullName(applicant)}
						</TextLink>
						<StageBadge type={applicant.stageType} name={applicant.stageName} className="ml-auto" />
						<span className="w-full text-sm text-text-2">
							{applicant.applicationNumber} · {applicant.applicationTitle}
						</span>
					</li>
				))}
			</ul>
			<p className="flex gap-4">
				{page > 0 && (
					<TextLink to={at(page - 1)} replace preventScrollReset>
						Newer applicants
					</TextLink>
				)}
				{(page + 1) * size < total && (
					<TextLink to={at(page + 1)} replace preventScrollReset>
						Older applicants
					</TextLink>
				)}
			</p>
		</section>
	);
};
