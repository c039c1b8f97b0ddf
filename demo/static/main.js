// Puts the page together: every part listens to the facts it shows; then the facts begin to come.

import { connect } from '/facts.js';
import * as controls from '/controls.js';
import * as display from '/display.js';
import * as felt from '/felt.js';
import * as told from '/told.js';
import * as tour from '/tour.js';

for (const part of [felt, display, controls, told, tour]) part.start();
connect();
