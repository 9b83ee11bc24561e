import { type ComponentPropsWithoutRef, forwardRef, useEffect, useRef } from "react";
import { classNames } from "#app/ui/class-names";
import { CheckMark, MinusMark } from "#app/ui/marks";

export interface CheckboxProps extends Omit<ComponentPropsWithoutRef<"input">, "type"> {
	/** Some but not all of the items that it represents. */
	indeterminate?: boolean;
}

/** A native checkbox with our look. Give it a label around it, or an `aria-label`. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox(
	{ indeterminate = false, className, ...rest },
	ref,
) {
	const own = useRef<HTMLInputElement | null>(null);
	useEffect(() => {
		if (own.current) own.current.indeterminate = indeterminate;
	}, [indeterminate]);
	const Mark = indeterminate ? MinusMark : CheckMark;
	return (
		<span className={classNames("relative inline-grid size-4 align-middle shrink-0 place-items-center", className)}>
			<input
				{...rest}
				type="checkbox"
				ref={(element) => {
					own.current = element;
					if (typeof ref === "function") ref(element);
					else if (ref) ref.current = element;
				}}
				// why: 24 px to press (WCAG 2.2) around a box of 16.
				className="peer absolute -inset-1 z-1 m-0 size-6 appearance-none rounded-md opacity-0"
			/>
			<span
				aria-hidden
				className={classNames(
					"size-4 rounded-sm border-[1.5px] border-control bg-raised transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus",
					"peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent peer-aria-invalid:border-red",
					"peer-disabled:border-line-2 peer-disabled:bg-hover",
				)}
			/>
			<Mark
				size={12}
				strokeWidth={3.25}
				className="pointer-events-none absolute text-accent-fg opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-100 peer-disabled:text-text-3"
			/>
		</span>
	);
});
