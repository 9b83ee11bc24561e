import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "#app/ui/class-names";

/** A native radio button with our look. Give it a label around it, or an `aria-label`. */
export const Radio = ({ className, ...rest }: Omit<ComponentPropsWithoutRef<"input">, "type">) => (
	<span className={classNames("relative inline-grid size-4 shrink-0 place-items-center align-middle", className)}>
		{/* why: 24 px to press (WCAG 2.2) around a circle of 16. */}
		<input
			{...rest}
			type="radio"
			className="peer absolute -inset-1 z-1 m-0 size-6 appearance-none rounded-full opacity-0"
		/>
		<span
			aria-hidden
			className={classNames(
				"size-4 rounded-full border-[1.5px] border-control bg-raised transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
				"peer-checked:border-[5px] peer-checked:border-accent peer-aria-invalid:border-red",
			)}
		/>
	</span>
);
