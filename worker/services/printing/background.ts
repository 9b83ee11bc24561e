import type { Background } from "#worker/feature-background";
import { printFormsJob } from "#worker/services/printing/print-forms.job";

export const printingBackground: Background = { jobs: [printFormsJob] };
