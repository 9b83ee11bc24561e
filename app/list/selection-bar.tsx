import type { ReactNode } from "react";

/** Floats over the foot of a list while rows are selected: how many, and the actions for them. */
export const SelectionBar = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
	<section
		aria-label="Selection"
		className="sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full animate-rise flex-wrap items-center gap-1.5 rounded-lg border border-line-2 bg-raised p-1.5 pl-3.5 shadow-float max-sm:w-full print:hidden"
	>
		<span role="status" className="mr-1 font-medium tabular-nums">
			{summary}
		</span>
		{children}
	</section>
);
