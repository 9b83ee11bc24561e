/** why: once any of it is styled, each browser has its own colours for the rest of the bar. */
const barClass =
	"mt-2 block h-2 w-full appearance-none overflow-hidden rounded-sm bg-line-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line-2 [&::-webkit-progress-value]:bg-accent";

/** How much is done; undefined where nobody knows of how much. */
export const ProgressBar = ({ done, total }: { done: number | undefined; total: number }) => (
	<progress aria-label="Progress" value={done} max={total} className={barClass} />
);
