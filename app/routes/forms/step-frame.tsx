import type { ReactNode, RefObject } from "react";

interface StepFrameProps {
	list: ReactNode;
	title: string;
	heading: RefObject<HTMLHeadingElement>;
	footer: ReactNode;
	children: ReactNode;
}

/** One step of the wizard beside the list of all. */
export const StepFrame = ({ list, title, heading, footer, children }: StepFrameProps) => (
	<div className="flex flex-1 flex-col lg:grid lg:grid-cols-[260px_minmax(0,1fr)]">
		{list}
		<div className="flex min-w-0 flex-1 flex-col">
			<section
				aria-labelledby="section-title"
				className="mx-auto w-full max-w-4xl flex-1 px-5 py-4.5 max-sm:px-3 [&_[id^=field-]]:scroll-mt-24"
			>
				<h2 id="section-title" ref={heading} tabIndex={-1} className="text-lg outline-none">
					{title}
				</h2>
				{children}
			</section>
			<footer className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2.5 border-t border-line bg-panel px-5 py-2.5 max-sm:px-3">
				{footer}
			</footer>
		</div>
	</div>
);
